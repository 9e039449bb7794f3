import VoiceTranslatorCore

/// Which command a key means, by what has the focus.
enum KeyMap {
  /// The command of a key that is not the talk key; nil for none. While the filter is open, letters are text.
  static func command(for key: Key, isTyping: Bool) -> Command? {
    if key.modifiers.contains(.control) { return control(key) }
    switch key.code {
    case .escape: return .dismiss
    case .enter: return .accept
    case .backspace: return .erase
    case .tab: return isTyping ? nil : .swap
    case .up: return .up
    case .down: return .down
    case .pageUp: return .pageUp
    case .pageDown: return .pageDown
    case .home: return .first
    case .end: return .last
    case .left: return .sources
    case .right: return .targets
    case .character: return isTyping ? nil : key.shortcut.flatMap { letters[$0] }
    case .delete: return .delete
    case .insert, .other: return nil
    }
  }

  private static func control(_ key: Key) -> Command? {
    switch (key.base ?? key.letter) {
    case "c": .interrupt
    default: nil
    }
  }

  private static let letters: [Character: Command] = [
    "/": .filter, "m": .muteMicrophone, "p": .pauseSpeech, "[": .softer, "]": .louder, "<": .slower,
    ">": .faster, "d": .devices, "u": .unsent, "s": .save, "r": .replay, "M": .muteSpeech, "t": .times,
    "?": .help, "q": .quit, "k": .scrollUp,
    "j": .scrollDown,
  ]
}

extension Key {
  /// The character of a key that writes; nil for others.
  var letter: Character? { if case .character(let character) = code { character } else { nil } }

  /// Ctrl with this letter, whatever the layout.
  func isControl(_ letter: Character) -> Bool {
    modifiers.contains(.control) && action != .release && (base ?? self.letter) == letter
  }
}
