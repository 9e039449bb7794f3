/// What the bytes at the start of a terminal's output are.
enum EscapeSequence {
  case incomplete
  case unknown
  /// Something unfinished, and then a byte that begins anew.
  case beginsAnew
  /// A control sequence with a byte in it that none has; it goes on to its final byte.
  case brokenControl
  case text(Character)
  case alt(Character)
  /// An Esc key, followed by a byte that starts something new.
  case escapeThenMore
  /// The introducer of a string sequence.
  case string
  case control(ControlSequence)
  /// SS3: application cursor keys and keypad.
  case cursor(UInt8)
  /// A function key of the Linux console, `CSI [ A` to `CSI [ E`.
  case consoleFunction(Int)

  static func match(_ bytes: [UInt8]) -> EscapeSequence {
    guard bytes[0] == 0x1B else { return character(bytes[...]).map { .text($0) } ?? unfinished(bytes[...]) }
    guard bytes.count > 1 else { return .incomplete }
    switch bytes[1] {
    case 0x1B: return .escapeThenMore
    case UInt8(ascii: "["): return control(bytes)
    case UInt8(ascii: "O"): return cursor(bytes)
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      return .string
    default: return character(bytes[1...]).map { .alt($0) } ?? unfinished(bytes[1...])
    }
  }

  private static func control(_ bytes: [UInt8]) -> EscapeSequence {
    guard bytes.count > 2, let last = bytes.last else { return .incomplete }
    if bytes[2] == UInt8(ascii: "[") { return consoleFunction(bytes) }
    switch last {
    case 0x20...0x3F: return .incomplete
    case 0x40...0x7E: return .control(ControlSequence(parameters: bytes[2..<bytes.count - 1], final: last))
    case 0x1B: return .beginsAnew
    case 0x18, 0x1A: return .unknown
    default: return .brokenControl
    }
  }

  /// The Linux console's form has a byte behind what would be a final byte elsewhere.
  private static func consoleFunction(_ bytes: [UInt8]) -> EscapeSequence {
    guard bytes.count > 3 else { return .incomplete }
    switch bytes[3] {
    case UInt8(ascii: "A")...UInt8(ascii: "E"): return .consoleFunction(Int(bytes[3] - UInt8(ascii: "A")) + 1)
    case 0x20...0x7E: return .unknown
    default: return .beginsAnew
    }
  }

  /// `SS3 final`, or in an old form with a modifier's digit between.
  private static func cursor(_ bytes: [UInt8]) -> EscapeSequence {
    guard bytes.count > 2, let last = bytes.last else { return .incomplete }
    switch last {
    case 0x1B: return .beginsAnew
    case 0x30...0x39 where bytes.count == 3: return .incomplete
    default: return .cursor(last)
    }
  }

  /// The one character that the bytes are; nil when they are less than one, or none.
  private static func character(_ bytes: ArraySlice<UInt8>) -> Character? {
    guard let first = bytes.first, bytes.count == utf8Length(first) else { return nil }
    return String(validating: bytes, as: UTF8.self)?.first
  }

  private static func unfinished(_ bytes: ArraySlice<UInt8>) -> EscapeSequence {
    guard let first = bytes.first, let length = utf8Length(first) else { return .unknown }
    guard bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .beginsAnew }
    return bytes.count < length ? .incomplete : .unknown
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
