import VoiceTranslatorCore

extension Setting {
  /// What a setting is unless it is set, as TOML. Settings without an entry have no fixed value of their own.
  static let defaults: [String: String] = [
    "backend": "\"engine\"", "offline": "false", "private": "false",
    "hold.key": "\"space\"", "hold.key_b": "\"enter\"", "hold.source": "\"terminal\"", "hold.tap_ms": "200",
    "hold.limit_s": "600",
    "audio.pre_roll_ms": "300", "audio.hangover_ms": "200", "audio.lead_in_ms": "0", "audio.volume": "1.0",
    "audio.speed": "1.0", "audio.half_duplex": "true", "audio.echo_cancellation": "false",
    "audio.warm": "true",
    "speech.enabled": "true", "speech.speed": "1.0", "speech.queue": "\"replace\"",
    "history.enabled": "true", "history.days": "90", "history.audio": "false",
    "spool.enabled": "true",
    "ui.ascii": "false", "ui.color": "true", "ui.theme": "\"default\"", "ui.mouse": "true",
    "ui.linear": "false", "ui.rtl": "\"terminal\"",
  ]

  /// What a setting without a default may look like, as TOML.
  static let examples: [String: String] = [
    "from": "\"en\"", "alternatives": "[\"en\", \"es\"]", "to": "[\"es\"]",
    "audio.capture": "\"default\"", "audio.playback": "\"default\"",
    "glossary": "{ \"en-es\" = [[\"train station\", \"estación de tren\"]] }",
    "ui.keys": "{ replay = \"z\" }",
    "speech.voices": "{ es = \"pico:es-ES\" }",
    "engine.command": "\"/usr/local/lib/voice-translator/venv/bin/python\"",
    "engine.socket": "\"/run/user/1000/voice-translator/engine.sock\"", "engine.threads": "2",
    "engine.models": "\"/usr/local/share/voice-translator/models\"",
  ]

  /// Its default, or an example, as TOML.
  var sample: String {
    if let text = Self.defaults[path] ?? Self.examples[path] { return text }
    return switch kind {
    case .text, .textByTag, .texts: "\"\""
    case .flag: "false"
    case .integer(let range): "\(range.lowerBound)"
    case .number(let range): "\(range.lowerBound)"
    case .choice(let words): "\"\(words.first ?? "")\""
    case .tag, .tagOrAuto: "\"en\""
    case .tags: "[\"en\"]"
    case .keys, .textMap, .glossary: "{}"
    case .talkKey: "\"\(TalkKey.space.name)\""
    case .holdSource: "\"terminal\""
    }
  }
}
