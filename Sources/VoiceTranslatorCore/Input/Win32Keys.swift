/// Keys as Windows Terminal's win32-input-mode tells them: a virtual-key code, the UTF-16 unit it writes, whether it
/// is down, and the control keys' state. It doesn't tell repeats apart, so a key that is down and goes down repeats.
///
/// Source: Windows Terminal's specification "Improved keyboard handling in Conpty" (win32-input-mode).
struct Win32Keys: Sendable {
  /// Virtual-key codes that are down; bounded by the codes there are.
  private var down: Set<UInt8> = []

  /// The key of `[Vk, Sc, Uc, Kd, Cs, Rc]`; nil for what is none.
  mutating func key(_ fields: [Int]) -> Key? {
    let (unit, isDown) = (fields[2], fields[3] == 1)
    guard let virtual = UInt8(exactly: fields[0]), virtual != 0 || unit != 0 else { return nil }
    let wasDown = isDown ? !down.insert(virtual).inserted : down.remove(virtual) != nil
    let action: Key.Action = isDown ? (wasDown && virtual != 0 ? .repeat : .press) : .release
    var key = Key(
      Self.code(virtual, scan: fields[1], state: fields[4]), modifiers: Self.modifiers(fields[4]),
      action: action)
    // A letter's or digit's virtual-key code is its ASCII capital.
    if (0x30...0x39).contains(virtual) || (0x41...0x5A).contains(virtual) {
      let base = Character(Unicode.Scalar(virtual).properties.lowercaseMapping)
      (key.code, key.base) = (.character(base), base)
    }
    if Self.named[virtual] == nil, !Self.functions.contains(virtual), unit >= 0x20, unit != 0x7F,
      let scalar = Unicode.Scalar(UInt32(clamping: unit))
    {
      key.code = .character(Character(scalar.properties.lowercaseMapping))
      if isDown { key.text = Sanitizer.line(String(scalar)) }
      // AltGr is told as Ctrl and Alt; what writes a character is neither.
      if key.modifiers.isSuperset(of: [.control, .alt]) { key.modifiers.subtract([.control, .alt]) }
    }
    if virtual == 0x20, isDown { key.text = " " }
    return key
  }

  /// The code of a key that writes nothing. Shift's sides are told apart by the scan code, those of Ctrl and Alt by
  /// the state's bit for keys that the original keyboard didn't have.
  private static func code(_ virtual: UInt8, scan: Int, state: Int) -> Key.Code {
    let isEnhanced = state & 0x100 != 0
    switch virtual {
    case 0x10: return .named(scan == 0x36 ? .rightShift : .leftShift)
    case 0x11: return .named(isEnhanced ? .rightControl : .leftControl)
    case 0x12: return .named(isEnhanced ? .rightAlt : .leftAlt)
    case functions: return .function(Int(virtual - functions.lowerBound) + 1)
    default: return named[virtual] ?? .other
    }
  }

  private static let functions: ClosedRange<UInt8> = 0x70...0x87

  /// Bits of `dwControlKeyState`: right Alt 1, left Alt 2, right Ctrl 4, left Ctrl 8, Shift 16.
  private static func modifiers(_ state: Int) -> Key.Modifiers {
    var modifiers: Key.Modifiers = []
    if state & 0x03 != 0 { modifiers.insert(.alt) }
    if state & 0x0C != 0 { modifiers.insert(.control) }
    if state & 0x10 != 0 { modifiers.insert(.shift) }
    return modifiers
  }

  private static let named: [UInt8: Key.Code] = [
    0x08: .backspace, 0x09: .tab, 0x0D: .enter, 0x1B: .escape, 0x20: .character(" "), 0x21: .pageUp,
    0x22: .pageDown, 0x23: .end, 0x24: .home, 0x25: .left, 0x26: .up, 0x27: .right, 0x28: .down,
    0x2D: .insert, 0x2E: .delete, 0x13: .named(.pause), 0x14: .named(.capsLock), 0x2C: .named(.printScreen),
    0x5B: .named(.leftSuper), 0x5C: .named(.rightSuper), 0x5D: .named(.menu), 0x90: .named(.numLock),
    0x91: .named(.scrollLock),
  ]
}
