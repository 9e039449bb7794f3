import Testing
import VoiceTranslatorCore

@Suite struct TextTests {
  @Test(arguments: [
    ("plain", "plain"), ("two\nlines\tand", "two lines and"), ("\u{1B}[31mred\u{1B}[0m", "red"),
    ("\u{1B}]0;title\u{7}x", "x"), ("\u{1B}]52;c;AAAA\u{1B}\\x", "x"), ("\u{9B}31mred", "red"),
    ("\u{1B}]unterminated", "unterminated"), ("a\u{202E}b\u{2066}c", "abc"),
    ("\u{0}\u{8}\u{7F}\u{85}ok", "ok"),
    ("\u{1B}", ""), ("e\u{301}", "e\u{301}"), ("\u{1B}P1;2qdata\u{1B}\\y", "y"),
  ])
  func `outside text loses every control and keeps every word`(text: String, clean: String) {
    #expect(Sanitizer.line(text) == clean)
  }

  @Test func `random text never lets a control through`() {
    var random = SplitMix(seed: 5)
    let pieces = [
      "\u{1B}", "[", "]", "\u{9B}", "\u{7}", "a", "31m", "\u{90}", "\\", "\u{202D}", "\n", "日", ";",
    ]
    for _ in 0..<2000 {
      let text = (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      for scalar in Sanitizer.line(text).unicodeScalars {
        #expect(scalar.properties.generalCategory != .control && !(0x202A...0x202E).contains(scalar.value))
      }
    }
  }

  @Test(arguments: [
    ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("\u{200D}", 0), ("한국", 4), ("नमस्ते", 4),
    ("🇪🇸", 2), ("ا", 1),
    ("❤️", 1), ("की", 2), ("காடு", 4), ("ไทย", 3), ("กำ", 2), ("ᄒ\u{1161}\u{11AB}", 2),
  ])
  func `width counts columns of what is drawn`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test func `lines break at spaces, between wide characters, and within a word only when they must`() {
    #expect(Wrap.lines("one two three", width: 8) == ["one two", "three"])
    #expect(Wrap.lines("日本語です", width: 5) == ["日本", "語で", "す"])
    #expect(Wrap.lines("extraordinary", width: 5) == ["extra", "ordin", "ary"])
    #expect(Wrap.lines("a\n\nb", width: 5) == ["a", "", "b"])
    #expect(Wrap.lines("", width: 5) == [""])
    #expect(Wrap.lines("x", width: 0) == ["x"])
  }

  @Test func `no line is wider than asked for, and nothing but spaces is lost`() {
    var random = SplitMix(seed: 9)
    let words = ["a", "word", "日本語", "naïve", "👍", "مرحبا", "สวัสดี", "verylongwordindeed"]
    for _ in 0..<500 {
      let text = (0..<8).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      let width = Int.random(in: 2...30, using: &random)
      let lines = Wrap.lines(text, width: width)
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}
