import Testing

@testable import VoiceTranslatorCore

@Suite struct SessionHistoryTests {
  var session = Session(source: .tag(.english), targets: [.spanish])
  private let rows = [HistoryBrowser.Row(id: 7, text: "seven"), .init(id: 5, text: "five")]

  private mutating func send(_ event: Event) -> [Effect] {
    session.update(event, at: Moment(uptime: .seconds(1), clock: ClockTime(hour: 14, minute: 2)))
  }

  @discardableResult private mutating func press(_ code: Key.Code) -> [Effect] {
    if case .character(let letter) = code { return send(.key(Key(code, text: String(letter)))) }
    return send(.key(Key(code)))
  }

  private var browser: HistoryBrowser? {
    if case .history(let browser) = session.overlay { browser } else { nil }
  }

  private mutating func openList() {
    #expect(press(.character("H")) == [.history(.list)])
    _ = send(.history(.rows(rows, query: nil)))
  }

  @Test mutating func `a conversation is chosen with the arrow keys, opened with Enter and left with Esc`() {
    openList()
    press(.down)
    press(.down)
    #expect(press(.enter) == [.history(.open(5))])
    _ = send(.history(.opened(.init(id: 5, lines: ["a", "b", "c"]))))
    press(.down)
    #expect(browser?.opened?.scroll == 1 && browser?.subject == 5)
    press(.escape)
    #expect(browser?.opened == nil && browser?.row == 1)
    press(.escape)
    #expect(session.overlay == nil)
  }

  @Test mutating func `a search shows what was found, and Esc shows everything again`() {
    openList()
    press(.character("/"))
    for letter in "bread" { press(.character(letter)) }
    #expect(press(.enter) == [.history(.search("bread"))])
    _ = send(.history(.rows([rows[1]], query: "bread")))
    #expect(browser?.rows == [rows[1]])
    #expect(press(.escape) == [.history(.list)])
    #expect(browser != nil && browser?.query == nil)
  }

  @Test mutating func `a conversation is forgotten by the second press only, and by none after a move`() {
    openList()
    #expect(press(.delete).isEmpty)
    press(.down)
    #expect(press(.delete).isEmpty)
    #expect(session.notice?.message.contains("Conversation 5") == true)
    #expect(press(.delete) == [.history(.forget(5))])
    _ = send(.history(.rows([rows[0]], query: nil)))
    #expect(browser?.row == 0)
  }

  @Test mutating func `the chosen conversation is exported to a file whose name can be changed`() {
    openList()
    press(.character("x"))
    #expect(session.field?.editor.text == "conversation-7.md")
    for _ in 0..<2 { press(.backspace) }
    for letter in "srt" { press(.character(letter)) }
    #expect(press(.enter) == [.history(.export(7, path: "conversation-7.srt"))])
  }

  @Test mutating func `outside the history the conversation on the screen is exported, if there is one`() {
    press(.character("x"))
    #expect(session.field == nil && session.notice?.message == "Nothing was said yet.")
    press(.character("i"))
    press(.character("a"))
    press(.enter)
    press(.character("x"))
    #expect(press(.enter) == [.history(.export(nil, path: "conversation.md"))])
  }

  @Test mutating func `an answer that comes after the history was closed changes nothing`() {
    press(.character("H"))
    press(.escape)
    #expect(send(.history(.rows(rows, query: nil))).isEmpty && session.overlay == nil)
  }

  @Test mutating func `talking closes the history`() {
    openList()
    _ = send(.talkStarted)
    #expect(session.overlay == nil && session.recordingTurn != nil)
  }

  @Test
  mutating func
    `a change of the configuration leaves a language chosen on the screen unless it names another`()
  {
    _ = send(.configured(.init(speaks: false), source: nil, targets: nil))
    #expect(session.targets == [.spanish] && session.isSpeechMuted)
    #expect(send(.configured(.init(), source: nil, targets: [.english])) == [.saveChoices])
    #expect(session.targets == [.english] && !session.isSpeechMuted)
  }
}
