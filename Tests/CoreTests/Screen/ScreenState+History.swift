import VoiceTranslatorCore

extension ScreenState {
  /// The history open, one of its conversations, a search in it, and the name of the file to export to.
  mutating func playHistory(_ name: String) {
    guard name != "export" else { return update(.command(.export)) }
    update(.command(.history))
    let texts = [
      "2026-01-31 14:02  en es  (12)  Where is the nearest train station?",
      "2026-01-30 09:15  en ja  (3)  駅はどこですか、すみません、教えてください。",
      "2026-01-29 18:40  ar en  (1)  أين المحطة؟ \u{1B}[31m",
    ]
    let rows = texts.enumerated().map { HistoryBrowser.Row(id: 3 - $0, text: $1) }
    switch name {
    case "history-search":
      update(.history(.rows(Array(rows.prefix(1)), query: "station")))
      update(.key(Key(.character("/"), text: "/")))
    case "history-opened":
      update(.history(.rows(rows, query: nil)))
      update(
        .history(
          .opened(
            .init(
              id: 3,
              lines: [
                "Conversation of 2026-01-31 14:02", "14:02  English: Where is the nearest train station?",
                "       Spanish: ¿Dónde está la estación de tren más próxima? (rough)",
              ]))))
    default: update(.history(.rows(rows, query: nil)))
    }
  }
}
