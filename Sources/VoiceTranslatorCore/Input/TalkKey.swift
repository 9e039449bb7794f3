/// A key that may be held to talk, by the name that settings use.
public struct TalkKey: Sendable, Hashable {
  /// `space`, `enter`, `f9`, `right_ctrl`, or the character that the key writes on a US keyboard.
  public let name: String
  let code: Key.Code

  /// The default.
  public static let space = TalkKey(name: "space", code: .character(" "))
  /// The second side's default.
  public static let enter = TalkKey(name: "enter", code: .enter)

  private init(name: String, code: Key.Code) {
    (self.name, self.code) = (name, code)
  }

  /// The key of a name, in any case; nil for no key that can be held. Esc can't: it discards what was said.
  public init?(_ name: String) {
    let name = name.lowercased()
    if let code = Self.named[name] ?? Key.Code.Name(rawValue: name).map({ .named($0) }) {
      self.init(name: name, code: code)
    } else if name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...35).contains(number) {
      self.init(name: name, code: .function(number))
    } else if name.count == 1, let character = name.first, character.isASCII, character > " ",
      character < "\u{7F}"
    {
      self.init(name: name, code: .character(character))
    } else {
      return nil
    }
  }

  /// What names look like, for an error message.
  public static let allowed =
    "space, enter, tab, a letter or sign, f1 to f35, an arrow or page key, or one of "
    + Key.Code.Name.allCases.map(\.rawValue).joined(separator: ", ")

  /// The key as the screen calls it: `SPACE`, `Enter`, `F9`, `Right Ctrl`, `v`.
  public var title: String {
    if self == .space { return "SPACE" }
    if name.count == 1 { return name }
    return name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(
      separator: " ")
  }

  /// Whether a key event is this key's, on any keyboard layout and whatever locks are on.
  public func matches(_ key: Key) -> Bool {
    if case .named = code { return key.code == code }
    guard key.modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    return key.code == code || key.base.map { code == .character($0) } == true
  }

  /// While text is typed it is text, or edits it.
  public var edits: Bool {
    switch code {
    case .function, .named: false
    default: true
    }
  }

  /// Terminals without the keyboard protocol don't tell of it.
  public var needsProtocol: Bool {
    switch code {
    case .named(.menu), .named(.pause): false
    case .named: true
    default: false
    }
  }

  private static let named: [String: Key.Code] = [
    "space": .character(" "), "enter": .enter, "tab": .tab, "backspace": .backspace, "up": .up, "down": .down,
    "left": .left, "right": .right, "page_up": .pageUp, "page_down": .pageDown, "home": .home, "end": .end,
    "insert": .insert, "delete": .delete,
  ]
}

/// The keys that the two sides hold to talk.
public struct TalkKeys: Sendable, Equatable {
  /// The first side's key, and the only one while there is one side.
  public var a: TalkKey
  /// The second side's key.
  public var b: TalkKey

  /// Two different keys.
  public init(a: TalkKey = .space, b: TalkKey = .enter) {
    (self.a, self.b) = (a, b)
  }

  /// Whose key it is; nil: it is no talk key.
  public func side(of key: Key) -> Side? {
    a.matches(key) ? .a : b.matches(key) ? .b : nil
  }

  /// A side's key.
  public subscript(side: Side) -> TalkKey { side == .a ? a : b }
}
