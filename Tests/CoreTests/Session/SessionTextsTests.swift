import Testing

@testable import VoiceTranslatorCore

@Suite struct SessionTextsTests {
  var session = Session(source: .tag(.english), targets: [.spanish])

  @Test mutating func `what is typed is translated and spoken like what is said`() {
    press(.typeText)
    #expect(session.isTyping)
    type("Good morning")
    let effects = enter()
    let request = TurnRequest(source: .tag(.english), targets: [.spanish])
    #expect(
      effects == [
        .stopSpeech, .allowSpeech,
        .run(TextTurn(id: Turn.ID(1), input: .text("Good morning"), request: request)),
      ])
    #expect(session.entries[0].heard == "Good morning" && session.entries[0].input == .typed)
    #expect(session.entries[0].stage == .translating)
    answer(Turn.ID(1), "Buenos días")
    #expect(session.entries[0].stage == .done)
  }

  @Test mutating func `Esc gives typing up and leaves nothing`() {
    press(.typeText)
    type("x")
    #expect(key(.escape).isEmpty)
    #expect(!session.isTyping && session.entries.isEmpty)
  }

  @Test mutating func `a correction is translated and spoken again under the same entry`() {
    say("Where is the bare?", "¿Dónde está el desnudo?")
    press(.edit)
    for _ in 0..<3 { key(.backspace) }
    type("ar?")
    let effects = enter()
    let request = TurnRequest(source: .tag(.english), targets: [.spanish])
    #expect(
      effects.last
        == .run(TextTurn(id: Turn.ID(2), input: .text("Where is the baar?"), request: request)))
    #expect(session.entries.count == 1)
    #expect(session.entries[0].uncorrected == "Where is the bare?")
    answer(Turn.ID(1), "too late")
    #expect(session.entries[0].text(in: .spanish).isEmpty)
    answer(Turn.ID(2), "¿Dónde está el baar?")
    #expect(session.entries[0].text(in: .spanish) == "¿Dónde está el baar?")
    #expect(
      session.update(.command(.replay), at: at(9)).contains {
        if case .replay(Turn.ID(2), _) = $0 { true } else { false }
      })
  }

  @Test mutating func `a correction that changes nothing does nothing`() {
    say("Yes.", "Sí.")
    press(.edit)
    #expect(enter().isEmpty)
    #expect(session.entries[0].uncorrected == nil)
  }

  @Test mutating func `other readings open on a line and the chosen one is translated`() {
    say("I see the bare.", "Veo lo desnudo.", alternatives: ["I see the bear."])
    press(.lines)
    key(.right)
    key(.down)
    let effects = enter()
    #expect(
      effects.contains { effect in
        if case .run(let turn) = effect { turn.input == .text("I see the bear.") } else { false }
      })
    #expect(session.overlay == nil)
  }

  @Test mutating func `a line without other readings says so`() {
    say("Yes.", "Sí.")
    press(.lines)
    key(.right)
    #expect(session.overlay == nil && session.notice != nil)
  }

  @Test mutating func `the translation is translated back without being spoken`() {
    say("Where is it?", "¿Dónde está?")
    let effects = session.update(.command(.backTranslate), at: at(5))
    var request = TurnRequest(source: .tag(.spanish), targets: [.english], wantsSpeech: false)
    request.wantsPartials = true
    #expect(effects == [.run(TextTurn(id: Turn.ID(2), input: .text("¿Dónde está?"), request: request))])
    _ = session.update(
      .output(Turn.ID(2), .translated(Translation(target: .english, text: "Where are you?"))), at: at(6))
    _ = session.update(.turnEnded(Turn.ID(2)), at: at(6))
    #expect(session.entries[0].backTranslations == [.spanish: "Where are you?"])
    #expect(session.entries[0].text(in: .spanish) == "¿Dónde está?")
    #expect(session.entries.count == 1)
  }

  @Test mutating func `a slow replay speaks the text again at a lower speed`() {
    say("Yes.", "Sí.")
    let effects = session.update(.command(.replaySlowly), at: at(5))
    guard case .run(let turn)? = effects.last else {
      Issue.record("no turn in \(effects)")
      return
    }
    #expect(turn.input == .translation("Sí.") && turn.request.targets == [.spanish])
    #expect(turn.request.speed == 0.7 && turn.request.wantsSpeech)
    _ = session.update(.speechStarted(turn.id), at: at(6))
    _ = session.update(.speechEnded(turn.id), at: at(7))
    _ = session.update(.turnEnded(turn.id), at: at(7))
    #expect(session.speaking == nil && session.entries.count == 1)
  }

  @Test mutating func `copying gives the translation without control characters`() {
    say("Yes.", "S\u{1B}]52;c;x\u{7}í.\u{9B}31m")
    #expect(session.update(.command(.copy), at: at(5)) == [.copy("Sí.")])
  }

  @Test mutating func `without a translation the commands for it say so`() {
    for command in [Command.replay, .replaySlowly, .backTranslate, .copy] {
      _ = session.update(.command(.dismiss), at: at(1))
      #expect(session.update(.command(command), at: at(1)).isEmpty)
      #expect(session.notice?.message == "There is no translation yet.")
    }
  }

  @Test mutating func `a chosen voice speaks the next turn and is remembered`() {
    _ = session.update(.command(.voice), at: at(1))
    #expect(session.overlay == nil && session.notice != nil)
    _ = session.update(.capabilities(Capabilities(voices: [.spanish: ["a", "b"]])), at: at(1))
    press(.voice)
    key(.down)
    key(.down)
    key(.down)
    #expect(enter() == [.saveChoices])
    #expect(session.voices == [.spanish: "b"])
    guard case .beginTurn(_, let request)? = session.update(.talkStarted, at: at(2)).last else {
      Issue.record("no turn")
      return
    }
    #expect(request.voices == [.spanish: "b"])
  }

  // MARK: playing

  @discardableResult
  private mutating func key(_ code: Key.Code, _ text: String = "") -> [Effect] {
    session.update(.key(Key(code, text: text)), at: at(5))
  }

  private mutating func press(_ command: Command) { _ = session.update(.command(command), at: at(5)) }

  private mutating func type(_ text: String) {
    for character in text { key(.character(character), String(character)) }
  }

  private mutating func enter() -> [Effect] { key(.enter) }

  private mutating func answer(_ id: Turn.ID, _ text: String) {
    _ = session.update(.output(id, .translated(Translation(target: .spanish, text: text))), at: at(6))
    _ = session.update(.turnEnded(id), at: at(6))
  }

  private mutating func say(_ heard: String, _ translated: String, alternatives: [String] = []) {
    _ = session.update(.talkStarted, at: at(1))
    _ = session.update(.talkEnded, at: at(2))
    let others = alternatives.map { Hypothesis.Alternative(text: $0, confidence: nil) }
    let heard = Hypothesis(text: heard, isFinal: true, alternatives: others)
    _ = session.update(.output(Turn.ID(1), .recognized(heard)), at: at(3))
    answer(Turn.ID(1), translated)
  }
}
