import VoiceTranslatorCore

/// One line of the table of settings: where it stands, what it may hold, and what it is for.
struct Setting {
  /// What a setting may hold.
  enum Kind: Equatable {
    case text
    case flag
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case choice([String])
    case tag
    case tagOrAuto
    case tags
    /// A table of texts by language tag.
    case textByTag
    /// A list of texts, or one.
    case texts
    /// A table of texts by any name.
    case textMap
    /// Terms by language pair, or the file that holds them.
    case glossary
    /// A table of keys by command.
    case keys
    case talkKey
    case holdSource

    /// What is allowed, for an error message.
    var allowed: String {
      switch self {
      case .text: "text in quotes"
      case .flag: "true or false"
      case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
      case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
      case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: " or ")
      case .tag: "a language tag such as \"en\" or \"pt-BR\""
      case .tagOrAuto: "a language tag such as \"en\", or \"auto\""
      case .tags: "a list of language tags such as [\"es\", \"fr\"]"
      case .talkKey: TalkKey.allowed
      case .holdSource: "\"terminal\" or \"evdev:PATH\", such as \"evdev:/dev/input/event3\""
      case .textByTag: "a table of texts by language tag, such as { es = \"…\" }"
      case .texts: "text in quotes, or a list of texts"
      case .textMap: "a table of texts, such as { name = \"…\" }"
      case .glossary: "a table such as { \"en-es\" = [[\"term\", \"término\"]] } or { file = \"…\" }"
      case .keys: "a table of keys by command, such as { replay = \"z\", quit = [\"q\", \"ctrl+q\"] }"
      }
    }
  }

  /// The dotted path; `*` stands for any name.
  var path: String
  var kind: Kind
  /// One line for people.
  var help: String

  /// Every setting there is. Only what works is here: a key that isn't is an error.
  static let all: [Setting] =
    [
      Setting(path: "from", kind: .tagOrAuto, help: "the language spoken"),
      Setting(
        path: "alternatives", kind: .tags, help: "with from = \"auto\": the languages that may be spoken"),
      Setting(path: "to", kind: .tags, help: "the languages to translate to"),
      Setting(path: "backend", kind: .texts, help: "the backend to use; of several the next where one fails"),
      Setting(path: "overlap", kind: .flag, help: "do the stages of a turn at the same time"),
      Setting(path: "glossary", kind: .glossary, help: "names and terms with one right translation"),
      Setting(path: "offline", kind: .flag, help: "use the built-in engine and nothing else"),
      Setting(path: "private", kind: .flag, help: "keep no history and no recordings on disk"),
      Setting(path: "hold.key", kind: .talkKey, help: "the key that is held to talk"),
      Setting(path: "hold.key_b", kind: .talkKey, help: "the second side's key"),
      Setting(path: "hold.source", kind: .holdSource, help: "what tells that the key is let go"),
      Setting(path: "hold.tap_ms", kind: .integer(50...1000), help: "a press shorter than this latches"),
      Setting(path: "hold.limit_s", kind: .integer(5...3600), help: "a recording this long is sent"),
      Setting(path: "audio.capture", kind: .text, help: "the microphone, as ALSA names it"),
      Setting(path: "audio.playback", kind: .text, help: "the speaker, as ALSA names it"),
      Setting(path: "audio.pre_roll_ms", kind: .integer(0...2000), help: "kept from before the key press"),
      Setting(path: "audio.hangover_ms", kind: .integer(0...2000), help: "recorded after the key's release"),
      Setting(
        path: "audio.warm", kind: .flag, help: "keep the microphone open while the program is in front"),
      Setting(
        path: "audio.lead_in_ms", kind: .integer(0...5000),
        help: "silence first, for Bluetooth speakers that sleep"),
      Setting(path: "audio.volume", kind: .number(0...2), help: "how loud speech is played"),
      Setting(path: "audio.speed", kind: .number(0.5...2), help: "how fast speech is played"),
      Setting(
        path: "audio.half_duplex", kind: .flag,
        help: "keep what the speaker says out of a recording's beginning"),
      Setting(
        path: "audio.echo_cancellation", kind: .flag,
        help: "subtract what the speaker says, and leave nothing out"),
      Setting(path: "speech.enabled", kind: .flag, help: "speak translations"),
      Setting(path: "speech.voices", kind: .textByTag, help: "the voice for a language"),
      Setting(path: "speech.speed", kind: .number(0.25...4), help: "speaking rate"),
      Setting(
        path: "speech.queue", kind: .choice(["replace", "append"]),
        help: "a newer translation's speech replaces what plays, or waits for it"),
      Setting(path: "history.enabled", kind: .flag, help: "keep what was said and translated"),
      Setting(
        path: "history.days", kind: .integer(0...36_500),
        help: "days that conversations are kept; 0: for good"),
      Setting(path: "history.audio", kind: .flag, help: "keep the recordings too"),
      Setting(path: "spool.enabled", kind: .flag, help: "keep recordings on disk until they are translated"),
      Setting(path: "ui.ascii", kind: .flag, help: "draw with ASCII only"),
      Setting(path: "ui.color", kind: .flag, help: "use colours"),
      Setting(path: "ui.theme", kind: .choice(Palette.Theme.allCases.map(\.rawValue)), help: "the colours"),
      Setting(path: "ui.mouse", kind: .flag, help: "scroll with the mouse wheel"),
      Setting(path: "ui.linear", kind: .flag, help: "lines of text instead of a screen"),
      Setting(
        path: "ui.rtl", kind: .choice(["terminal", "reorder"]),
        help: "who puts text from right to left in its visual order"),
      Setting(path: "ui.keys", kind: .keys, help: "other keys for commands"),
      Setting(path: "engine.command", kind: .text, help: "the Python that runs the built-in engine"),
      Setting(path: "engine.socket", kind: .text, help: "the socket of an engine that already runs"),
      Setting(path: "engine.threads", kind: .integer(1...256), help: "threads for recognition"),
      Setting(path: "engine.models", kind: .text, help: "the folder of models"),
      Setting(path: "engine.mirror", kind: .text, help: "the URL that models are pulled from"),
    ] + ofBackends

  /// The setting at a path, `*` matching any one name and `STAGE` any stage's.
  static func at(_ path: String) -> Setting? {
    let parts = path.split(separator: ".")
    return all.first { setting in
      let pattern = setting.path.split(separator: ".")
      return pattern.count == parts.count && zip(pattern, parts).allSatisfy { fits($1, $0) }
    }
  }

  /// Whether some setting stands below a path.
  static func isTable(_ path: String) -> Bool {
    let parts = path.split(separator: ".")
    return all.contains { setting in
      let pattern = setting.path.split(separator: ".")
      return pattern.count > parts.count && zip(pattern, parts).allSatisfy { fits($1, $0) }
    }
  }
}
