import Testing
import VoiceTranslatorCore

@Suite struct SessionSidesTests {
  var session = Session(source: .tag(.english), targets: [.spanish])

  @Test mutating func `with two sides each talk key speaks its own language`() {
    _ = session.update(.command(.twoSides), at: at(1))
    #expect(session.sideBTalks)
    #expect(request(of: session.update(.talkStarted, at: at(2)))?.source == .tag(.english))
    _ = session.update(.talkEnded, at: at(3))
    let other = request(of: session.update(.talkStartedBySideB, at: at(4)))
    #expect(other == TurnRequest(source: .tag(.spanish), targets: [.english]))
    #expect(session.entries.last?.side == .b)
  }

  @Test mutating func `a language that is changed while side B speaks counts for its utterance`() {
    _ = session.update(.command(.twoSides), at: at(1))
    _ = session.update(.talkStartedBySideB, at: at(2))
    let effects = session.update(.command(.down), at: at(3))
    guard let spoken = session.targets.first else { return }
    #expect(effects.first == .restartTurn(Turn.ID(1), TurnRequest(source: .tag(spoken), targets: [.english])))
  }

  @Test mutating func `Enter accepts while something is open, and talks otherwise`() {
    #expect(!session.sideBTalks)
    _ = session.update(.command(.twoSides), at: at(1))
    for command in [Command.help, .typeText, .filter] {
      _ = session.update(.command(command), at: at(2))
      #expect(!session.sideBTalks)
      _ = session.update(.command(.dismiss), at: at(3))
    }
    #expect(session.sideBTalks)
    _ = session.update(.command(.twoSides), at: at(4))
    #expect(!session.sideBTalks)
  }

  @Test mutating func `when side B's language is found the turn is run the other way`() {
    _ = session.update(.command(.findSide), at: at(1))
    let first = request(of: session.update(.talkStarted, at: at(2)))
    #expect(first == TurnRequest(source: .detect([.english, .spanish]), targets: [.spanish]))
    _ = session.update(.talkEnded, at: at(3))
    #expect(session.update(.output(Turn.ID(1), .detected(.english, probability: 0.9)), at: at(4)).isEmpty)
    let effects = session.update(.output(Turn.ID(1), .detected(.spanish, probability: 0.9)), at: at(4))
    #expect(effects == [.restartTurn(Turn.ID(1), TurnRequest(source: .tag(.spanish), targets: [.english]))])
    #expect(session.entries[0].side == .b && session.entries[0].targets == [.english])
    #expect(session.update(.output(Turn.ID(1), .detected(.english, probability: 0.9)), at: at(5)).isEmpty)
  }

  @Test mutating func `two sides need two languages`() {
    session = Session(source: .detect([]), targets: [.spanish])
    _ = session.update(.command(.twoSides), at: at(1))
    #expect(session.sides == .one && session.notice != nil)
  }

  @Test mutating func `the big letters stay while people talk`() {
    _ = session.update(.command(.bigText), at: at(1))
    _ = session.update(.talkStarted, at: at(2))
    #expect(session.overlay == .bigText)
  }

  private func request(of effects: [Effect]) -> TurnRequest? {
    for case .beginTurn(_, let request) in effects { return request }
    return nil
  }
}
