import Testing

@testable import VoiceTranslatorCore

@Suite struct ExportTests {
  private static let start = Timestamp(milliseconds: 1_769_864_520_000)
  private let export = ConversationExport { _ in 3600 }
  private let conversation = Conversation(
    uuid: "u", began: start, ended: start + .seconds(70), backend: "engine",
    utterances: [
      ConversationUtterance(
        number: 1, began: start, ended: start + .milliseconds(1900), language: .english,
        text: "Is *this* <it>?",
        translations: [
          .init(language: .spanish, text: "¿Es \u{1B}[31m_esto_?", rough: true)
        ]),
      ConversationUtterance(
        number: 2, began: start + .seconds(65), ended: start + .seconds(70), language: nil,
        text: "Sí, gracias"),
    ])

  @Test func `Markdown shows what was said and takes none of it for Markdown`() {
    #expect(
      export.markdown([conversation]) == """
        # Conversation of 2026-01-31 14:02

        **English** (14:02): Is \\*this\\* \\<it\\>?

        > **Spanish**: ¿Es \\_esto\\_? *(rough)*

        **Unknown** (14:03): Sí, gracias


        """)
  }

  @Test func `text has a line for each text, free of escape sequences`() {
    #expect(
      export.text([conversation]) == """
        Conversation of 2026-01-31 14:02
        14:02  English: Is *this* <it>?
               Spanish: ¿Es _esto_? (rough)
        14:03  Unknown: Sí, gracias

        """)
  }

  @Test func `subtitles have the times of what was said`() {
    let subtitles = export.subtitles(conversation)
    #expect(
      subtitles.subRip() == """
        1
        00:00:00,000 --> 00:00:01,900
        Is *this* <it>?
        ¿Es _esto_?

        2
        00:01:05,000 --> 00:01:10,000
        Sí, gracias


        """)
    #expect(subtitles.webVTTCues.hasPrefix("00:00:00.000 --> 00:00:01.900\nIs *this* &lt;it&gt;?\n"))
  }

  @Test func `long lines are broken at words, empty texts are no cue, and no line ends a cue early`() {
    let long = "one two three four five six seven eight nine ten eleven twelve"
    let subtitles = Subtitles([
      .init(start: .zero, end: .seconds(1), lines: [long, "a\n\nb"]),
      .init(start: .seconds(1), end: .seconds(2), lines: ["  "]),
      .init(start: .seconds(5), end: .seconds(4), lines: ["c"]),
    ])
    #expect(subtitles.cues.map(\.lines.count) == [3, 1])
    #expect(subtitles.cues[0].lines.allSatisfy { $0.count <= Subtitles.width })
    #expect(subtitles.cues[0].lines.last == "a b")
    #expect(subtitles.cues[1].end == subtitles.cues[1].start)
  }
}
