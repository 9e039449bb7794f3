import VoiceTranslatorCore

/// What tells that the talk key is down.
enum HoldSource: Equatable {
  /// The terminal, in the best way it has.
  case terminal
  /// An input device of the system, by its path: the Linux console tells no releases.
  case evdev(String)

  /// Reads `terminal` or `evdev:PATH`.
  init?(_ word: String) {
    if word == "terminal" {
      self = .terminal
    } else if word.hasPrefix("evdev:/") {
      self = .evdev(String(word.dropFirst("evdev:".count)))
    } else {
      return nil
    }
  }
}

extension Configuration {
  /// The sides' keys, which must differ: by default SPACE and Enter, whichever the other one is not.
  static func talkKeys(_ a: String?, _ b: String?) throws(ConfigurationError) -> TalkKeys {
    let first = a.flatMap { TalkKey($0) } ?? .space
    let second = b.flatMap { TalkKey($0) } ?? (first == .enter ? .space : .enter)
    guard first != second else {
      throw ConfigurationError(
        place: "configuration", key: "hold.key_b", reason: "is '\(second.name)', as hold.key is",
        remedy: "Give each side a key of its own.")
    }
    return TalkKeys(a: first, b: second)
  }
}
