import Testing

@testable import VoiceTranslatorCore

@Suite struct SentenceSplitterTests {
  @Test(arguments: [
    ("One. Two! Three?", ["One. ", "Two! ", "Three?"]),
    ("He said \"Go.\" Then he went.", ["He said \"Go.\" ", "Then he went."]),
    ("Dr. Smith met J. Jones at 3.5 km. Fine.", ["Dr. Smith met J. Jones at 3.5 km. ", "Fine."]),
    ("Es ist am 3. Mai. Gut.", ["Es ist am 3. Mai. ", "Gut."]),
    ("Wait... what? No.", ["Wait... what? ", "No."]),
    ("¿Qué tal? ¡Bien!", ["¿Qué tal? ", "¡Bien!"]),
    ("今日は。元気？「はい。」次", ["今日は。", "元気？", "「はい。」", "次"]),
    ("कैसे हो। ठीक", ["कैसे हो। ", "ठीक"]),
    ("كيف حالك؟ بخير", ["كيف حالك؟ ", "بخير"]),
    ("first line\nsecond", ["first line\n", "second"]),
    ("no stop at all", ["no stop at all"]),
    ("", []), ("  ", []),
  ])
  func `a whole text is cut at its sentences`(text: String, expected: [String]) {
    #expect(SentenceSplitter.sentences(in: text, isWhole: true) == expected)
  }

  @Test(
    arguments: [
      ("Good morning", []), ("Good morning.", []), ("Good morning. ", []),
      ("Good morning. H", ["Good morning. "]),
      ("It costs 3.", []), ("It costs 3. 5", []), ("See e.g. P", []), ("今日は。", []), ("今日は。元", ["今日は。"]),
    ] as [(String, [String])])
  func `a sentence that may still go on is not complete`(text: String, expected: [String]) {
    #expect(SentenceSplitter.sentences(in: text, isWhole: false) == expected)
  }

  @Test func `whatever has come, the complete sentences stay as they are when more comes`() {
    let clause = String(repeating: "and on, ", count: 40)
    let text =
      "Mr. Lee paid 3.50 at 5 p.m. on May 3. He left… \"Really?\" Yes! 今日は。元気？ Ende.\nSo \(clause)he went. Fin"
    let whole = SentenceSplitter.sentences(in: text, isWhole: true)
    #expect(whole.joined() == text)
    for length in 0...text.count {
      let early = SentenceSplitter.sentences(in: text.prefix(length), isWhole: false)
      #expect(early == Array(whole.prefix(early.count)), "after \(length) characters")
    }
  }

  @Test func `a text without full stops is cut all the same, and nothing is lost`() {
    let clause = "and then we walked along the river, "
    let text = String(repeating: clause, count: 40)
    let pieces = SentenceSplitter.sentences(in: text, isWhole: true)
    #expect(pieces.joined() == text)
    #expect(pieces.allSatisfy { $0.count <= SentenceSplitter.longestSentence + 1 && $0.hasSuffix(", ") })
    #expect(SentenceSplitter.sentences(in: String(repeating: "字", count: 500), isWhole: true).count == 3)
    #expect(SentenceSplitter.sentences(in: text.prefix(300), isWhole: false) == [pieces[0]])
  }
}
