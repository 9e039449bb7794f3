import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

@Suite struct SettingLayersTests {
  @Test func `flags win over the environment, the environment over the file, the file over the defaults`()
    throws
  {
    var layers = SettingLayers()
    try layers.read(file: "from = \"fr\"\nto = [\"de\"]\n[audio]\npre_roll_ms = 100\n", name: "c.toml")
    try layers.read(environment: ["VOICE_TRANSLATOR_FROM": "it", "VOICE_TRANSLATOR_AUDIO_PRE_ROLL_MS": "200"])
    try layers.set("from", word: "pt-br", place: "--from")
    let configuration = try Configuration(layers)
    #expect(configuration.source == .tag(try #require(LanguageTag("pt-BR"))))
    #expect(configuration.targets?.map(\.description) == ["de"])
    #expect(configuration.preRoll == .milliseconds(200))
    #expect(configuration.hangover == .milliseconds(200))
  }

  @Test(arguments: [
    ("from = 3", "f:1:8", "from", "is a whole number"),
    ("from = \"english!\"", "f:1:8", "from", "is 'english!'"),
    ("[audio]\nwarm = \"yes\"", "f:2:8", "audio.warm", "is text"),
    ("[audio]\npre_roll_ms = 99999", "f:2:15", "audio.pre_roll_ms", "is 99999"),
    ("to = [\"es\", 3]", "f:1:6", "to", "holds a whole number"),
    ("audio = 3", "f:1:9", "audio", "is a whole number"),
    ("[backends.x]\nkind = \"other\"", "f:2:8", "backends.x.kind", "is 'other'"),
    ("[hold]\nkey = \"escape\"", "f:2:7", "hold.key", "is 'escape'"),
    ("[hold]\nsource = \"evdev\"", "f:2:10", "hold.source", "is 'evdev'"),
    ("[speech]\nvoices = { \"?\" = \"a\" }", "f:2:10", "speech.voices", "holds '?'"),
  ])
  func `a wrong value is named with its place, key and what is wrong`(
    text: String, place: String, key: String, reason: String
  ) {
    var layers = SettingLayers()
    #expect { try layers.read(file: text, name: "f") } throws: { error in
      let error = error as? ConfigurationError
      return error?.place == place && error?.key == key && error?.reason == reason
    }
  }

  @Test func `an unknown key is named, with the one that was meant`() {
    var layers = SettingLayers()
    #expect { try layers.read(file: "[audio]\npre_role_ms = 3", name: "f") } throws: { error in
      let error = error as? ConfigurationError
      return error?.place == "f:2:15" && error?.key == "audio.pre_role_ms"
        && error?.remedy == "Did you mean 'audio.pre_roll_ms'?"
    }
  }

  @Test func `what is no TOML is named with line and column`() {
    var layers = SettingLayers()
    #expect { try layers.read(file: "from = \"en\"\nto = [\n", name: "f") } throws: { error in
      (error as? ConfigurationError)?.place.hasPrefix("f:") == true
        && (error as? ConfigurationError)?.key == ""
    }
  }

  @Test func `a backend may be given inline or as a table, and its stages by name`() throws {
    var layers = SettingLayers()
    try layers.read(
      file: """
        backend = "mixed"
        [backends.cloud]
        kind = "openai"
        url = "http://127.0.0.1:1/v1"
        recognize = { model = "m", stream = true }
        [backends.mixed]
        kind = "cascade"
        recognize = "engine"
        speak = "cloud"
        """, name: "f")
    try layers.read(environment: ["VOICE_TRANSLATOR_BACKENDS_CLOUD_URL": "http://127.0.0.1:2/v1"])
    let configuration = try Configuration(layers)
    #expect(configuration.backend == "mixed")
    #expect(configuration.backendSettings["mixed"]?["recognize"] == .text("engine"))
    #expect(configuration.backendSettings["cloud"]?["recognize.stream"] == .flag(true))
    #expect(configuration.backendSettings["cloud"]?["url"] == .texts(["http://127.0.0.1:2/v1"]))
  }

  @Test func `offline means the engine, whatever else is configured`() throws {
    var layers = SettingLayers()
    try layers.read(
      file: "offline = true\nbackend = \"cloud\"\n[backends.cloud]\nkind = \"openai\"\n", name: "f")
    #expect(try Configuration(layers).backend == "engine")
  }

  @Test func `the talk keys and what tells of them are settings`() throws {
    var layers = SettingLayers()
    #expect(try Configuration(layers).talkKeys == TalkKeys(a: .space, b: .enter))
    try layers.read(file: "[hold]\nkey = \"enter\"\nsource = \"evdev:/dev/input/event3\"", name: "f")
    #expect(try Configuration(layers).talkKeys == TalkKeys(a: .enter, b: .space))
    #expect(try Configuration(layers).holdSource == .evdev("/dev/input/event3"))
    try layers.set("hold.source", word: "terminal", place: "--hold-source")
    #expect(try Configuration(layers).holdSource == .terminal)
    try layers.set("hold.key_b", word: "ENTER", place: "f")
    #expect(throws: ConfigurationError.self) { try Configuration(layers) }
  }
}
