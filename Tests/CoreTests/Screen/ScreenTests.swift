import Testing
import VoiceTranslatorCore

@Suite struct ScreenTests {
  @Test(arguments: [(20, 6), (40, 12), (60, 20), (80, 24)])
  func `every command of the menu can be read at every size`(columns: Int, rows: Int) {
    var session = Session(source: .tag(.english), targets: [.spanish])
    _ = session.update(.command(.help), at: at(0))
    var seen = ""
    for _ in 0..<100 {
      seen += session.screen(columns: columns, rows: rows, ScreenContext(now: .zero)).text
      _ = session.update(.command(.down), at: at(1))
    }
    for key in ["SPACE", "Esc", "PgUp", "Tab", "Ctrl+C", "Ctrl+L", "this menu", "no MT", "latched"] {
      #expect(seen.contains(key))
    }
  }

  @Test(arguments: ScreenState.names)
  func `where only time and level went on, the status line alone is drawn, and nothing else would change`(
    name: String
  ) {
    for (columns, rows) in GoldenTests.sizes {
      let state = ScreenState(name, columns: columns, rows: rows)
      guard state.session.pendingCount == 0, !state.session.isCountingDown else { continue }
      var later = state.context
      later.now += .milliseconds(1_700)
      later.level = -12
      let before = state.session.screen(columns: columns, rows: rows, state.context)
      #expect(
        state.session.screen(as: before, later)
          == state.session.screen(columns: columns, rows: rows, later))
    }
  }

  @Test func `enter chooses the first language that the filter leaves, and esc none`() {
    for (command, chosen) in [(Command.accept, tag("pt")), (.dismiss, LanguageTag.spanish)] {
      var session = Session(source: .tag(.english), targets: [.spanish])
      _ = session.update(.command(.filter), at: at(0))
      _ = session.update(.typed("portug"), at: at(0))
      _ = session.update(.command(command), at: at(0))
      #expect(session.targets == [chosen])
      #expect(session.field == nil)
    }
  }

  @Test func `enter keeps the current language when the filter shows it`() {
    var session = Session(source: .tag(.english), targets: [tag("pt-PT")])
    _ = session.update(.command(.filter), at: at(0))
    _ = session.update(.typed("portug"), at: at(0))
    _ = session.update(.command(.accept), at: at(0))
    #expect(session.targets == [tag("pt-PT")])
  }
}
