/// A key with its modifiers, as bindings name it: `r`, `R`, `+`, `tab`, `page_up`, `ctrl+c`, `shift+tab`.
public struct KeyStroke: Hashable, Sendable, CustomStringConvertible {
  /// Which key; a character is the one that it writes, so Shift is in it already.
  public let code: Key.Code
  /// Keys held with it.
  public let modifiers: Key.Modifiers

  /// A key with its modifiers.
  public init(_ code: Key.Code, modifiers: Key.Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// Reads a binding's name; nil when it names no key.
  public init?(name: String) {
    var modifiers: Key.Modifiers = []
    var rest = name[...]
    while let plus = rest.firstIndex(of: "+"), rest.index(after: plus) < rest.endIndex {
      guard let modifier = Self.modifiers.first(where: { $0.name == rest[..<plus] }) else { break }
      modifiers.insert(modifier.modifier)
      rest = rest[rest.index(after: plus)...]
    }
    if let named = Self.names.first(where: { $0.name == rest.lowercased() }) {
      self.init(named.code, modifiers: modifiers)
    } else if rest.lowercased().hasPrefix("f"), let number = Int(rest.dropFirst()), (1...35).contains(number)
    {
      self.init(.function(number), modifiers: modifiers)
    } else if rest.count == 1, let character = rest.first, character.isASCII, character > " ",
      !modifiers.contains(.shift)
    {
      self.init(.character(character), modifiers: modifiers)
    } else {
      return nil
    }
  }

  /// The stroke of a key event; letters by what they write, or by their place on a Latin layout. Nil for a key that
  /// nothing can be bound to.
  public init?(_ key: Key) {
    let held = key.modifiers.intersection([.control, .alt, .shift])
    switch key.code {
    case .named, .other: return nil
    case .character(let character):
      if held.isDisjoint(with: [.control, .alt]) {
        guard let shortcut = key.shortcut else { return nil }
        self.init(.character(shortcut))
      } else {
        self.init(.character(key.base ?? character), modifiers: held.subtracting(.shift))
      }
    default: self.init(key.code, modifiers: held)
    }
  }

  /// The name that ``init(name:)`` reads.
  public var description: String { name }

  /// How the screen names it: `Ctrl+C`, `PgUp`, `r`.
  public var label: String {
    let prefix = Self.modifiers.filter { modifiers.contains($0.modifier) }.map(\.label).joined()
    if case .character(let character) = code {
      return prefix + (prefix.isEmpty ? String(character) : character.uppercased())
    }
    if case .function(let number) = code { return prefix + "F\(number)" }
    return prefix + (Self.names.first { $0.code == code }?.label ?? "")
  }

  private var name: String {
    let prefix = Self.modifiers.filter { modifiers.contains($0.modifier) }.map { $0.name + "+" }.joined()
    if case .character(let character) = code { return prefix + String(character) }
    if case .function(let number) = code { return prefix + "f\(number)" }
    return prefix + (Self.names.first { $0.code == code }?.name ?? "")
  }

  private static let modifiers: [(name: String, label: String, modifier: Key.Modifiers)] = [
    ("ctrl", "Ctrl+", .control), ("alt", "Alt+", .alt), ("shift", "Shift+", .shift),
  ]

  private static let names: [(name: String, label: String, code: Key.Code)] = [
    ("enter", "Enter", .enter), ("tab", "Tab", .tab), ("backspace", "Backspace", .backspace),
    ("esc", "Esc", .escape), ("up", "Up", .up), ("down", "Down", .down), ("left", "Left", .left),
    ("right", "Right", .right), ("page_up", "PgUp", .pageUp), ("page_down", "PgDn", .pageDown),
    ("home", "Home", .home), ("end", "End", .end), ("insert", "Ins", .insert), ("delete", "Del", .delete),
  ]
}
