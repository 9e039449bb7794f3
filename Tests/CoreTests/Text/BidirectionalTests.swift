import Testing

@testable import VoiceTranslatorCore

@Suite struct BidirectionalTests {
  /// Capitals stand for letters from right to left, as in Unicode Standard Annex #9.
  @Test(arguments: [
    ("abc", "abc"), ("ABC", "CBA"), ("abc DEF ghi", "abc FED ghi"), ("DEF abc GHI", "IHG abc FED"),
    ("ABC 123 DEF", "FED 123 CBA"), ("abc 123 DEF", "abc 123 FED"), ("ABC.", ".CBA"),
    ("abc (DEF).", "abc (FED)."),
    ("ABC (DEF)", "(FED) CBA"), ("car is THE CAR in arabic", "car is RAC EHT in arabic"),
    ("12 ABC", "CBA 12"),
  ])
  func `a line is put in its visual order`(logical: String, visual: String) {
    #expect(Self.latin(Bidirectional.visual(Self.hebrew(logical))) == visual)
  }

  @Test func `an accent stays with its letter`() {
    #expect(Bidirectional.visual("שָׁלוֹם").count == "שָׁלוֹם".count)
    #expect(Bidirectional.visual("שָׁלוֹם").last == "שָׁלוֹם".first)
  }

  private static func hebrew(_ text: String) -> String {
    String(
      text.map { letter in
        guard let value = letter.asciiValue, (0x41...0x5A).contains(value) else { return letter }
        return Character(Unicode.Scalar(0x05D0 + UInt32(value - 0x41)) ?? " ")
      })
  }

  private static func latin(_ text: String) -> String {
    String(
      text.map { letter in
        guard let value = letter.unicodeScalars.first?.value, (0x05D0...0x05EA).contains(value) else {
          return letter
        }
        return Character(Unicode.Scalar(UInt8(value - 0x05D0) + 0x41))
      })
  }
}
