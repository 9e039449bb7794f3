import Testing
import VoiceTranslatorCore

@Suite struct SessionHandsFreeTests {
  private var session = Session(source: .tag(tag("en")), targets: [tag("es")])
  private let pair = TurnRequest(source: .tag(tag("en")), targets: [tag("es")])

  private mutating func send(_ event: Event, at seconds: Double = 1) -> [Effect] {
    session.update(event, at: at(seconds))
  }

  @Test mutating func `without hands-free a voice begins nothing`() {
    #expect(send(.voiceBegan) == [])
    #expect(session.entries.isEmpty)
  }

  @Test mutating func `each utterance is a turn of its own, and its pause sends it`() {
    #expect(send(.command(.handsFree)) == [.listen(true)])
    #expect(send(.voiceBegan, at: 2) == [.holdSpeech, .beginTurn(Turn.ID(1), pair)])
    #expect(session.recordingTurn == Turn.ID(1))
    #expect(send(.voiceEnded(hasWords: true), at: 4) == [.completeUtterance(Turn.ID(1)), .allowSpeech])
    // The next one, while the first is being translated.
    #expect(send(.voiceBegan, at: 5) == [.holdSpeech, .beginTurn(Turn.ID(2), pair)])
    #expect(send(.voiceEnded(hasWords: true), at: 6) == [.completeUtterance(Turn.ID(2)), .allowSpeech])
    #expect(session.entries.map(\.id) == [Turn.ID(1), Turn.ID(2)])
  }

  @Test mutating func `while a translation is spoken nobody is listened to, and afterwards by itself again`()
  {
    _ = send(.command(.handsFree))
    _ = send(.voiceBegan)
    _ = send(.voiceEnded(hasWords: true))
    #expect(send(.speechStarted(Turn.ID(1))) == [.listen(false)])
    #expect(send(.voiceBegan) == [])
    #expect(send(.speechEnded(Turn.ID(1))) == [.listen(true)])
    #expect(send(.voiceBegan).count == 2)
  }

  @Test mutating func `a take that began with the speech is the speech, and is forgotten`() {
    _ = send(.command(.handsFree))
    _ = send(.voiceBegan)
    _ = send(.voiceEnded(hasWords: true))
    _ = send(.voiceBegan)
    #expect(send(.speechStarted(Turn.ID(1))) == [.discardTurn(Turn.ID(2)), .listen(false)])
    #expect(session.recordingTurn == nil)
    #expect(session.entries.map(\.id) == [Turn.ID(1)])
  }

  @Test mutating func `a sound without words, and a turn in which nothing was heard, leave no line`() {
    _ = send(.command(.handsFree))
    _ = send(.voiceBegan)
    #expect(send(.voiceEnded(hasWords: false)) == [.discardTurn(Turn.ID(1)), .allowSpeech])
    _ = send(.voiceBegan)
    _ = send(.voiceEnded(hasWords: true))
    _ = send(.output(Turn.ID(2), .nothingHeard(.noise)))
    _ = send(.turnEnded(Turn.ID(2)))
    #expect(session.entries.isEmpty)
  }

  @Test mutating func `SPACE interrupts the speech, and sends an utterance at once`() {
    _ = send(.command(.handsFree))
    _ = send(.speechStarted(Turn.ID(7)))
    #expect(send(.talkStarted) == [.stopSpeech, .beginTurn(Turn.ID(1), pair)])
    // The pause doesn't end what is held.
    #expect(send(.voiceEnded(hasWords: true)) == [])
    #expect(send(.talkEnded) == [.completeUtterance(Turn.ID(1)), .allowSpeech])
    _ = send(.speechEnded(Turn.ID(7)))
    _ = send(.voiceBegan)
    _ = send(.talkStarted)
    _ = send(.talkLatched)
    #expect(send(.talkEnded) == [.completeUtterance(Turn.ID(2)), .allowSpeech])
  }

  @Test
  mutating func `h again sends what was said and ends it; Esc ends it when there is nothing else to stop`() {
    _ = send(.command(.handsFree))
    _ = send(.voiceBegan)
    #expect(
      send(.command(.handsFree)) == [.completeUtterance(Turn.ID(1)), .allowSpeech, .listen(false)])
    #expect(send(.voiceBegan) == [])
    _ = send(.command(.handsFree))
    _ = send(.voiceBegan)
    #expect(send(.command(.dismiss)) == [.discardTurn(Turn.ID(2)), .allowSpeech])
    #expect(session.isHandsFree)
    #expect(send(.command(.dismiss)) == [.listen(false)])
    #expect(!session.isHandsFree)
  }
}
