extension Key {
  /// A key from the character that a terminal without the keyboard protocol sends for it.
  init(legacy character: Character) {
    guard let value = character.unicodeScalars.first?.value, value < 0x20 || value == 0x7F else {
      self.init(.character(character), text: String(character))
      return
    }
    switch value {
    case 0x0D: self.init(.enter)
    case 0x09: self.init(.tab)
    case 0x7F, 0x08: self.init(.backspace)
    case 0x1B: self.init(.escape)
    case 0x00: self.init(.character(" "), modifiers: .control)
    default:
      // Ctrl clears the upper bits of the letter: 1...26 are A...Z, 28...31 the signs after them.
      let letter = Character(Unicode.Scalar(UInt8(value) + 0x40)).lowercased()
      self.init(.character(Character(letter)), modifiers: .control)
    }
  }
}

extension Key.Code {
  /// The final byte of a cursor key's sequence.
  init?(cursor final: UInt8) {
    switch final {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "F"): self = .end
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "M"): self = .enter
    // F3 (R) comes after SS3 only: as a control sequence it would be a cursor report.
    case UInt8(ascii: "P")...UInt8(ascii: "S"): self = .function(Int(final - UInt8(ascii: "P")) + 1)
    default: return nil
    }
  }

  /// The number of a `CSI number ~` key.
  init?(tilde number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 29: self = .named(.menu)
    // VT220 leaves gaps in the numbers of function keys; its F16 is what PC keyboards call Menu.
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28: self = .function(15)
    case 31...34: self = .function(number - 14)
    default: return nil
    }
  }

  /// The code of a `CSI code u` key; the private numbers are those of the keyboard protocol's table.
  init(protocol scalar: Unicode.Scalar) {
    switch scalar.value {
    case 9: self = .tab
    case 13, 57414: self = .enter
    case 27: self = .escape
    case 8, 127: self = .backspace
    case 57399...57408: self = .character(Character(Unicode.Scalar(UInt8(scalar.value - 57399) + 0x30)))
    case 57417: self = .left
    case 57418: self = .right
    case 57419: self = .up
    case 57420: self = .down
    case 57421: self = .pageUp
    case 57422: self = .pageDown
    case 57423: self = .home
    case 57424: self = .end
    case 57425: self = .insert
    case 57426: self = .delete
    case 57376...57398: self = .function(Int(scalar.value - 57376) + 13)
    case 0..<32, 57344...63743: self = Self.protocolNames[scalar.value].map { .named($0) } ?? .other
    default: self = .character(Character(scalar))
    }
  }

  private static let protocolNames: [UInt32: Name] = [
    57358: .capsLock, 57359: .scrollLock, 57360: .numLock, 57361: .printScreen, 57362: .pause, 57363: .menu,
    57441: .leftShift, 57442: .leftControl, 57443: .leftAlt, 57444: .leftSuper, 57447: .rightShift,
    57448: .rightControl, 57449: .rightAlt, 57450: .rightSuper,
    // AltGr.
    57453: .rightAlt,
  ]
}
