/// A complete control sequence: `CSI parameters final`.
struct ControlSequence {
  var parameters: ArraySlice<UInt8>
  var final: UInt8

  /// A mouse report in the form of X10: three bytes follow.
  var isOldMouse: Bool { final == UInt8(ascii: "M") && parameters.isEmpty }

  /// The fields of win32-input-mode: `CSI Vk ; Sc ; Uc ; Kd ; Cs ; Rc _`.
  var win32Fields: [Int]? {
    guard final == UInt8(ascii: "_"), isPlain else { return nil }
    return (0..<6).map { field($0, 0) ?? 0 }
  }

  var isPasteStart: Bool { final == UInt8(ascii: "~") && Array(parameters) == Array("200".utf8) }

  /// The event it stands for; nil for what is no event here.
  var event: TerminalEvent? {
    switch (parameters.first, final) {
    case (UInt8(ascii: "?"), UInt8(ascii: "u")):
      return .keyboardProtocol(flags: field(0, 0, skipping: 1) ?? 0)
    case (UInt8(ascii: "?"), UInt8(ascii: "c")): return .deviceAttributes
    case (nil, UInt8(ascii: "I")): return .focus(true)
    case (nil, UInt8(ascii: "O")): return .focus(false)
    case (UInt8(ascii: "<"), UInt8(ascii: "M")): return wheel
    case (.some(0x3C...0x3F), _): return nil
    default: break
    }
    guard isPlain else { return nil }
    switch final {
    case UInt8(ascii: "u"): return protocolKey
    case UInt8(ascii: "Z"): return .key(Key(.tab, modifiers: .shift))
    case UInt8(ascii: "~"): return Key.Code(tilde: field(0, 0) ?? 0).map { .key(key($0)) }
    // R is a cursor report, not F3.
    case UInt8(ascii: "R"): return field(1, 0).map { .cursorColumn($0) }
    case UInt8(ascii: "A")...UInt8(ascii: "H"), UInt8(ascii: "P"), UInt8(ascii: "Q"), UInt8(ascii: "S"):
      return Key.Code(cursor: final).map { .key(key($0)) }
    default: return nil
    }
  }

  /// `CSI < button ; column ; row M`: buttons 64 and 65 are the wheel, with bits for Shift, Alt and Ctrl.
  private var wheel: TerminalEvent? {
    switch (field(0, 0, skipping: 1) ?? 0) & ~0b11100 {
    case 64: .wheel(-1)
    case 65: .wheel(1)
    default: nil
    }
  }

  private var isPlain: Bool { parameters.allSatisfy { (0x30...0x3B).contains($0) } }

  /// `CSI code:shifted:base ; modifiers:action ; text u`.
  private var protocolKey: TerminalEvent? {
    guard let value = field(0, 0), let scalar = Unicode.Scalar(UInt32(clamping: value)) else { return nil }
    let base = field(0, 2).flatMap { Unicode.Scalar(UInt32(clamping: $0)) }.map { Character($0) }
    let text = subfields(2).compactMap { $0.flatMap { Unicode.Scalar(UInt32(clamping: $0)) } }
    var result = key(Key.Code(protocol: scalar))
    result.base = base
    result.text = text.isEmpty ? "" : Sanitizer.line(String(String.UnicodeScalarView(text)))
    // Composed text (a dead key, an input method) comes with no key of its own.
    if value == 0, let first = result.text.first { result.code = .character(first) }
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
