import CTerm
import Glibc
import Testing
import VoiceTranslatorCore

@Suite struct WidthAgreementTests {
  /// ncurses places everything after a character by the C library's widths: where the canvas counts otherwise, a row shifts.
  @Test func `a character takes the columns that the C library gives it`() throws {
    let charactersOnly = Int32(1)  // LC_CTYPE_MASK
    let utf8 = try #require(newlocale(charactersOnly, "C.UTF-8", nil))
    let before = uselocale(utf8)
    defer {
      uselocale(before)
      freelocale(utf8)
    }
    var differing: [String] = []
    for scalar in (0x20...0x3FFFF).lazy.compactMap(Unicode.Scalar.init) where isSettled(scalar) {
      let expected = Int(ct_columns(String(scalar)))
      let found = DisplayWidth.of("a\(Character(scalar))") - 1
      if found != expected {
        differing.append("U+\(String(scalar.value, radix: 16)): \(found), not \(expected)")
      }
    }
    #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(40))")
  }

  /// Old enough for every C library, and drawn as it is: what is left out or replaced (a Hangul vowel without its
  /// consonant) is told by other tests. U+1171E became a spacing mark with Unicode 16.
  private func isSettled(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age, age.major <= 12 else { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      return false
    default: break
    }
    let isJoining = [0x1160...0x11FF, 0xD7B0...0xD7FF, 0x1171E...0x1171E].contains {
      $0.contains(scalar.value)
    }
    return !isJoining && !scalar.properties.isVariationSelector && !scalar.properties.isEmojiModifier
  }
}
