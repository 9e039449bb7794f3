/// What the bytes at the start of a terminal's output are.
enum EscapeSequence {
  case incomplete
  case unknown
  case text(Character)
  case alt(Character)
  /// An Esc key, followed by a byte that starts something new.
  case escapeThenMore
  /// The introducer of a string sequence.
  case string
  case control(ControlSequence)
  /// SS3: application cursor keys and keypad.
  case cursor(UInt8)

  static func match(_ bytes: [UInt8]) -> EscapeSequence {
    guard bytes[0] == 0x1B else { return character(bytes[...]).map { .text($0) } ?? unfinished(bytes[...]) }
    guard bytes.count > 1 else { return .incomplete }
    switch bytes[1] {
    case 0x1B: return .escapeThenMore
    case UInt8(ascii: "["): return control(bytes)
    case UInt8(ascii: "O"): return bytes.count == 2 ? .incomplete : .cursor(bytes[2])
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      return .string
    default: return character(bytes[1...]).map { .alt($0) } ?? unfinished(bytes[1...])
    }
  }

  private static func control(_ bytes: [UInt8]) -> EscapeSequence {
    guard bytes.count > 2, let last = bytes.last else { return .incomplete }
    switch last {
    case 0x20...0x3F: return .incomplete
    case 0x40...0x7E: return .control(ControlSequence(parameters: bytes[2..<bytes.count - 1], final: last))
    case 0x1B: return .escapeThenMore
    default: return .unknown
    }
  }

  /// The one character that the bytes are; nil when they are less than one, or none.
  private static func character(_ bytes: ArraySlice<UInt8>) -> Character? {
    guard let first = bytes.first, bytes.count == utf8Length(first) else { return nil }
    return String(validating: bytes, as: UTF8.self)?.first
  }

  private static func unfinished(_ bytes: ArraySlice<UInt8>) -> EscapeSequence {
    guard let first = bytes.first, let length = utf8Length(first) else { return .unknown }
    let isWellFormed = bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
    return bytes.count < length && isWellFormed ? .incomplete : .unknown
  }

  private static func utf8Length(_ first: UInt8) -> Int? {
    switch first {
    case 0...0x7F: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }
}

/// A complete control sequence: `CSI parameters final`.
struct ControlSequence {
  var parameters: ArraySlice<UInt8>
  var final: UInt8

  var isPasteStart: Bool { final == UInt8(ascii: "~") && Array(parameters) == Array("200".utf8) }

  /// The event it stands for; nil for what is no event here.
  var event: TerminalEvent? {
    switch (parameters.first, final) {
    case (UInt8(ascii: "?"), UInt8(ascii: "u")):
      return .keyboardProtocol(flags: field(0, 0, skipping: 1) ?? 0)
    case (UInt8(ascii: "?"), UInt8(ascii: "c")): return .deviceAttributes
    case (nil, UInt8(ascii: "I")): return .focus(true)
    case (nil, UInt8(ascii: "O")): return .focus(false)
    case (.some(0x3C...0x3F), _): return nil
    default: break
    }
    guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    switch final {
    case UInt8(ascii: "u"): return protocolKey
    case UInt8(ascii: "Z"): return .key(Key(.tab, modifiers: .shift))
    case UInt8(ascii: "~"): return Key.Code(tilde: field(0, 0) ?? 0).map { .key(key($0)) }
    // F1–F4 and cursor reports share letters with nothing that is used here.
    case UInt8(ascii: "A")...UInt8(ascii: "H"): return Key.Code(cursor: final).map { .key(key($0)) }
    default: return nil
    }
  }

  /// `CSI code:shifted:base ; modifiers:action ; text u`.
  private var protocolKey: TerminalEvent? {
    guard let value = field(0, 0), let scalar = Unicode.Scalar(UInt32(clamping: value)) else { return nil }
    let base = field(0, 2).flatMap { Unicode.Scalar(UInt32(clamping: $0)) }.map { Character($0) }
    let text = subfields(2).compactMap { $0.flatMap { Unicode.Scalar(UInt32(clamping: $0)) } }
    var result = key(Key.Code(protocol: scalar))
    result.base = base
    result.text = text.isEmpty ? "" : Sanitizer.line(String(String.UnicodeScalarView(text)))
    if text.isEmpty, case .character(let character) = result.code, result.action != .release,
      result.modifiers.isDisjoint(with: [.control, .alt])
    {
      // Without the text field the key's code (or its shifted form) is the text.
      let shifted = field(0, 1).flatMap { Unicode.Scalar(UInt32(clamping: $0)) }.map { Character($0) }
      result.text = String(result.modifiers.contains(.shift) ? shifted ?? character : character)
    }
    return .key(result)
  }

  private func key(_ code: Key.Code) -> Key {
    let bits = max(0, (field(1, 0) ?? 1) - 1)
    return Key(
      code, modifiers: Key.Modifiers(rawValue: bits).intersection(.significant),
      action: Key.Action(rawValue: field(1, 1) ?? 1) ?? .press)
  }

  private func field(_ index: Int, _ sub: Int, skipping prefix: Int = 0) -> Int? {
    let fields = subfields(index, skipping: prefix)
    return sub < fields.count ? fields[sub] : nil
  }

  private func subfields(_ index: Int, skipping prefix: Int = 0) -> [Int?] {
    let fields = parameters.dropFirst(prefix).split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard index < fields.count else { return [] }
    return fields[index].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
  }
}
