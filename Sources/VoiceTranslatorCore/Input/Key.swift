/// One key event, whatever the terminal's way of telling it.
public struct Key: Hashable, Sendable {
  /// Which key.
  public enum Code: Hashable, Sendable {
    /// A key that writes: the character without Shift (under the keyboard protocol) or as it came.
    case character(Character)
    /// Keys with names.
    case enter, tab, backspace, escape, up, down, left, right, pageUp, pageDown, home, end, insert, delete
    /// F1 to F35.
    case function(Int)
    /// A key that writes nothing and stands for nothing but, if the user wishes, talking.
    case named(Name)
    /// Every other key; it stands for nothing here.
    case other

    /// Keys that few terminals tell by themselves; the raw values are the names that settings use.
    public enum Name: String, Hashable, Sendable, CaseIterable {
      case leftShift = "left_shift", leftControl = "left_ctrl", leftAlt = "left_alt", leftSuper = "left_super"
      case rightShift = "right_shift", rightControl = "right_ctrl", rightAlt = "right_alt"
      case rightSuper = "right_super", capsLock = "caps_lock", scrollLock = "scroll_lock"
      case numLock = "num_lock", printScreen = "print_screen", pause, menu
    }
  }

  /// What happened to it. Terminals without release events only ever tell presses.
  public enum Action: Int, Hashable, Sendable {
    /// It went down (or repeats, where the terminal can't tell).
    case press = 1
    /// It is held and repeats.
    case `repeat`
    /// It came up.
    case release
  }

  /// Keys held with it; locks are left out, because they must change nothing.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// Bits as the keyboard protocol has them.
    public let rawValue: Int
    /// Modifiers from the protocol's bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt.
    public static let alt = Modifiers(rawValue: 2)
    /// Ctrl.
    public static let control = Modifiers(rawValue: 4)
    static let significant = Modifiers(rawValue: 1 | 2 | 4 | 8)
  }

  /// Which key.
  public var code: Code
  /// Keys held with it.
  public var modifiers: Modifiers
  /// What happened to it.
  public var action: Action
  /// The text it writes; empty for none.
  public var text: String
  /// The character of the same key on a Latin (US) layout, where the terminal tells it.
  public var base: Character?

  /// A key event.
  public init(
    _ code: Code, modifiers: Modifiers = [], action: Action = .press, text: String = "",
    base: Character? = nil
  ) {
    self.code = code
    self.modifiers = modifiers
    self.action = action
    self.text = text
    self.base = base
  }

  /// It may stand for something; keys such as Shift alone never do, and break no hold.
  public var meansSomething: Bool {
    switch code {
    case .named, .other: false
    default: true
    }
  }

  /// The letter or sign that shortcuts go by: what the key writes when that is ASCII, else what the same key
  /// writes on a Latin layout. Nil for other keys and with Ctrl or Alt.
  public var shortcut: Character? {
    guard case .character(let character) = code, modifiers.isDisjoint(with: [.control, .alt]) else {
      return nil
    }
    if let written = text.first, text.count == 1, written.isASCII { return written }
    guard let base else { return character.isASCII ? character : nil }
    return modifiers.contains(.shift) ? Character(base.uppercased()) : base
  }
}

/// What a terminal sends: keys, and answers and reports that are no keys.
public enum TerminalEvent: Equatable, Sendable {
  /// A key.
  case key(Key)
  /// Pasted text, as a block.
  case paste(String)
  /// The mouse wheel turned by so many notches, up negative.
  case wheel(Int)
  /// The column of the cursor, from 1, when it was asked for.
  case cursorColumn(Int)
  /// The terminal window got or lost the focus.
  case focus(Bool)
  /// The answer to the keyboard protocol's query: the flags in force.
  case keyboardProtocol(flags: Int)
  /// The answer to the primary device attributes query, which every terminal gives.
  case deviceAttributes
}
