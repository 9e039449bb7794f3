import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

@Suite struct ConfigurationTemplateTests {
  /// The template with the # taken away from the lines that set something.
  private func uncommented(where isWanted: (String) -> Bool) -> String {
    var table = ""
    return ConfigurationTemplate.text.split(separator: "\n").map { line in
      if line.hasPrefix("[") { table = line.dropFirst().dropLast() + "." }
      guard line.hasPrefix("# "), let name = line.dropFirst(2).split(separator: " ").first,
        line.contains(" = "),
        Setting.at(table + name) != nil, isWanted(table + name)
      else { return String(line) }
      return String(line.dropFirst(2))
    }.joined(separator: "\n")
  }

  @Test func `the file that is written at first changes nothing`() throws {
    var layers = SettingLayers()
    try layers.read(file: ConfigurationTemplate.text, name: "f")
    #expect(layers.values.isEmpty)
  }

  @Test func `what it says is the default is the default`() throws {
    var layers = SettingLayers()
    try layers.read(file: uncommented { Setting.defaults[$0] != nil }, name: "f")
    #expect(layers.values.count == Setting.defaults.count)
    #expect(try Configuration(layers) == Configuration(SettingLayers()))
  }

  @Test func `every line of it is accepted once its # is taken away`() throws {
    var layers = SettingLayers()
    try layers.read(file: uncommented { _ in true }, name: "f")
    let plain = Setting.all.map(\.path).filter { !$0.contains("*") }
    #expect(Set(layers.values.keys) == Set(plain))
  }

  @Test func `a value is written as the TOML that it is read from`() throws {
    let text = "from = \"auto\"\nalternatives = [\"en\", \"pt-BR\"]\nbackend = \"a \\\"b\\\" \\\\ \\u009B\"\n"
    var layers = SettingLayers()
    try layers.read(
      file: text + "[speech]\nspeed = 1.5\nenabled = false\nvoices = { es = \"a\", fr = \"b\" }\n", name: "f")
    var again = SettingLayers()
    try again.read(file: layers.values.map { "\($0.key) = \($0.value.toml)\n" }.joined(), name: "g")
    #expect(again.values == layers.values)
    #expect(layers.places["speech.speed"] == "f:5:9")
  }

  @Test func `voices given one by one add up, and a flag's wins over the file's`() throws {
    var layers = SettingLayers()
    try layers.read(file: "[speech]\nvoices = { es = \"a\", fr = \"b\" }\n", name: "f")
    try layers.set("speech.voices", word: "es=c", place: "--voice")
    try layers.set("speech.voices", word: "it=d", place: "--voice")
    let voices = try Configuration(layers).voices.map { "\($0.key)=\($0.value)" }.sorted()
    #expect(voices == ["es=c", "fr=b", "it=d"])
  }

  @Test func `private means no history and no recordings`() throws {
    var layers = SettingLayers()
    try layers.read(file: "private = true\n[history]\nenabled = true\n", name: "f")
    let configuration = try Configuration(layers)
    #expect(!configuration.keepsHistory && !configuration.spools)
  }

  @Test func `a variable's name holds nothing that a shell can't set`() {
    #expect(
      SettingLayers.variable(for: "backends.my-cloud.key_env") == "VOICE_TRANSLATOR_BACKENDS_MY_CLOUD_KEY_ENV"
    )
  }
}
