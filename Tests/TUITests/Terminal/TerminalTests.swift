import Glibc
import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

@Suite struct TerminalTests {
  @Test(arguments: [
    ("déjà vu", "déjà vu"), ("日本語", "日本語"), ("की है", "की है"), ("e\u{301}", "e\u{301}"),
    // A character newer than every C library: U+FFFD.
    ("a\u{1FADF}b", "a\u{FFFD} b"),
  ])
  func `a cell that ncurses would draw at another width becomes a replacement of the right one`(
    text: String, drawn: String
  ) throws {
    let charactersOnly = Int32(1)  // LC_CTYPE_MASK
    let utf8 = try #require(newlocale(charactersOnly, "C.UTF-8", nil))
    let before = uselocale(utf8)
    defer {
      uselocale(before)
      freelocale(utf8)
    }
    var canvas = Canvas(columns: DisplayWidth.of(text), rows: 1)
    canvas.put(text, at: .init(0, 0))
    #expect(Terminal.drawable(canvas[row: 0]) == drawn)
  }
}
