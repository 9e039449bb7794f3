import Testing
import VoiceTranslatorCore

@Suite struct SessionTests {
  var session = Session(source: .tag(tag("en")), targets: [tag("es")])
  let pair = TurnRequest(source: .tag(tag("en")), targets: [tag("es")])

  @Test mutating func `pressing talk stops speech, begins a turn, and releasing completes its utterance`() {
    #expect(session.update(.talkStarted, at: at(1)) == [.stopSpeech, .beginTurn(Turn.ID(1), pair)])
    #expect(session.entries.last?.stage == .recording)
    #expect(session.update(.talkEnded, at: at(3)) == [.completeUtterance(Turn.ID(1)), .allowSpeech])
    #expect(session.entries.last?.stage == .sending)
    #expect(session.recordingTurn == nil)
  }

  @Test mutating func `recording is shown as real only with the first sample`() {
    _ = session.update(.talkStarted, at: at(1))
    #expect(session.talk == .recording(Turn.ID(1), since: .seconds(1), take: .held, isReal: false))
    _ = session.update(.recordingBegan(Turn.ID(1)), at: at(1.1))
    #expect(session.talk == .recording(Turn.ID(1), since: .seconds(1), take: .held, isReal: true))
  }

  @Test mutating func `a turn goes from words to translation to done`() {
    speak()
    let id = Turn.ID(1)
    _ = session.update(.output(id, .milestone(.inputSent)), at: at(3))
    _ = session.update(
      .output(id, .recognized(Hypothesis(revision: 1, text: "Where is", isFinal: false))), at: at(3))
    #expect(session.entries[0].stage == .recognizing)
    _ = session.update(
      .output(id, .recognized(Hypothesis(revision: 2, text: "Where is it?", isFinal: true))), at: at(3))
    #expect(session.entries[0].stage == .translating)
    _ = session.update(
      .output(id, .translated(Translation(target: tag("es"), text: "¿Dónde está?"))), at: at(4))
    #expect(session.entries[0].stage == .speaking)
    _ = session.update(.turnEnded(id), at: at(5))
    #expect(session.entries[0].stage == .done)
    #expect(session.entries[0].heard == "Where is it?")
    #expect(session.entries[0].text(in: tag("es")) == "¿Dónde está?")
  }

  @Test mutating func `a revision that came late changes nothing`() {
    speak()
    let id = Turn.ID(1)
    _ = session.update(
      .output(id, .recognized(Hypothesis(revision: 2, text: "new", isFinal: false))), at: at(3))
    _ = session.update(
      .output(id, .recognized(Hypothesis(revision: 1, text: "old", isFinal: false))), at: at(3))
    #expect(session.entries[0].heard == "new")
  }

  @Test mutating func `choosing a target while recording runs the turn anew with it`() {
    _ = session.update(.talkStarted, at: at(1))
    let effects = session.update(.command(.down), at: at(2))
    let chosen = session.targets
    #expect(chosen != [tag("es")])
    #expect(
      effects == [
        .restartTurn(Turn.ID(1), TurnRequest(source: .tag(tag("en")), targets: chosen)), .saveChoices,
      ])
    #expect(session.entries[0].targets == chosen)
  }

  @Test mutating func `choosing a target after the release leaves the turn in flight alone`() {
    speak()
    #expect(session.update(.command(.down), at: at(3)) == [.saveChoices])
    #expect(session.entries[0].targets == [tag("es")])
  }

  @Test mutating func `Esc discards a recording and leaves no trace of it`() {
    _ = session.update(.talkStarted, at: at(1))
    #expect(session.update(.command(.dismiss), at: at(2)) == [.discardTurn(Turn.ID(1)), .allowSpeech])
    #expect(session.entries.isEmpty)
  }

  @Test mutating func `a failed turn says why and stale news of it changes nothing`() {
    speak()
    let notice = Notice("It failed.", remedy: "Try again.")
    _ = session.update(.turnFailed(Turn.ID(1), notice, kept: true), at: at(3))
    _ = session.update(.output(Turn.ID(1), .recognized(Hypothesis(text: "late", isFinal: true))), at: at(4))
    #expect(session.entries[0].stage == .failed(notice, kept: true))
    #expect(session.entries[0].heard.isEmpty)
    #expect(session.notice == notice)
  }

  @Test mutating func `quitting asks while a turn runs and not otherwise`() {
    #expect(session.update(.command(.quit), at: at(1)) == [.quit])
    speak()
    #expect(session.update(.command(.quit), at: at(3)).isEmpty)
    #expect(session.overlay == .confirmQuit)
    #expect(session.update(.command(.up), at: at(3)).isEmpty)
    #expect(session.overlay == nil)
    _ = session.update(.command(.quit), at: at(4))
    #expect(session.update(.command(.accept), at: at(4)) == [.quit])
  }

  @Test mutating func `Ctrl+C stops what runs and a second one within two seconds quits`() {
    speak()
    #expect(session.update(.command(.interrupt), at: at(3)) == [.cancelTurn(Turn.ID(1))])
    #expect(session.update(.command(.interrupt), at: at(6)).contains(.quit) == false)
    #expect(session.update(.command(.interrupt), at: at(7)) == [.quit])
  }

  @Test mutating func `swapping exchanges the sides`() {
    _ = session.update(.command(.swap), at: at(1))
    #expect(session.source == .tag(tag("es")))
    #expect(session.targets == [tag("en")])
  }

  @Test mutating func `a microphone that gives only zeros is named`() {
    speak()
    _ = session.update(.recordingCompleted(Turn.ID(1), samples: 16_000, peak: 0), at: at(3))
    #expect(session.notice?.message.contains("silence") == true)
  }

  @Test mutating func `a turn that fails while the user still talks goes on recording`() {
    let notice = Notice("It failed.")
    _ = session.update(.talkStarted, at: at(1))
    _ = session.update(.turnFailed(Turn.ID(1), notice, kept: true), at: at(2))
    #expect(session.recordingTurn == Turn.ID(1))
    #expect(session.update(.talkEnded, at: at(3)).first == .completeUtterance(Turn.ID(1)))
    #expect(session.entries[0].stage == .failed(notice, kept: true))
  }

  @Test func `whatever happens, at most one turn records and stale ids change nothing`() {
    var random = SplitMix(seed: 7)
    for _ in 0..<200 {
      var session = Session(source: .tag(tag("en")), targets: [tag("es")])
      for step in 0..<60 {
        let stale = Turn.ID(Int.random(in: 0...9, using: &random) + 100)
        let known = session.entries.randomElement(using: &random)?.id ?? stale
        let events: [Event] =
          Command.allCases.map(Event.command) + [
            .talkStarted, .talkEnded, .talkLatched, .talkDiscarded, .turnEnded(known), .turnEnded(stale),
            .recordingCompleted(known, samples: 10, peak: 3), .speechStarted(known), .speechEnded(known),
            .output(stale, .recognized(Hypothesis(text: "x", isFinal: true))),
            .turnFailed(known, Notice("no"), kept: false),
          ]
        let entries = session.entries
        let event = events.randomElement(using: &random) ?? .talkStarted
        let effects = session.update(event, at: at(Double(step)))
        if event == .turnEnded(stale) { #expect(session.entries == entries) }
        #expect(session.entries.count { $0.stage == .recording } <= 1)
        #expect((session.recordingTurn != nil) == session.entries.contains { $0.stage == .recording })
        #expect(effects.count { if case .beginTurn = $0 { true } else { false } } <= 1)
      }
    }
  }

  private mutating func speak() {
    _ = session.update(.talkStarted, at: at(1))
    _ = session.update(.talkEnded, at: at(2))
  }
}

func tag(_ text: String) -> LanguageTag {
  guard let tag = LanguageTag(text) else { preconditionFailure("\(text) is no tag") }
  return tag
}

func at(_ seconds: Double) -> Moment {
  Moment(uptime: .milliseconds(Int(seconds * 1000)), clock: ClockTime(hour: 14, minute: 2))
}

/// A small seeded generator (Steele, Lea and Flood: "Fast splittable pseudorandom number generators", 2014).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
