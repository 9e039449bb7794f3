import Testing

@testable import VoiceTranslatorCore

@Suite struct NarratorTests {
  @Test func `a conversation is told once, line by line, in its order`() {
    #expect(
      Self.told("empty") == [
        "microphone: opening", "backend: engine loading", "languages: English to Español",
        "microphone: USB Mic, warm", "backend: engine ready",
      ])
    let lines = Self.told("done")
    #expect(
      lines.suffix(7) == [
        "recording: begun", "recording: over", "heard (English): Where is the nearest train station?",
        "translated (Español, rough): ¿Dónde está la estación de tren más próxima?", "speech: begins",
        "times: 0.9 s: heard 0.6 translated 0.1 spoken 0.2", "speech: over",
      ])
  }

  @Test(arguments: [
    ("latched", "recording: latched, tap to send"), ("nothing-heard", "heard: nothing"),
    ("failed", "turn: not translated; the recording is kept"),
    ("failed", "error: The backend 'cloud' at 127.0.0.1:1 can't be reached. Check the network."),
    ("unreachable", "backend: engine unreachable"), ("no-microphone", "microphone: missing"),
    ("help", "menu: SPACE: hold and speak, let go to send; or tap, speak, tap again"),
    ("readings", "reading: I see the bear."), ("typing", "type: Say:"),
    ("corrected", "heard (English): Where is the nearest train station? Please."),
    ("back", "back from Español: Where is the next station?"),
    ("quit", "question: A turn is still going on. Quit? Enter quits, any other key stays."),
    ("sources", "source: English, en"), ("auto", "languages: English or Español, found by itself"),
    ("two-sides", "languages: English and Español"), ("muted", "note: The speech is muted."),
    ("lines", "line: 14:02 This is sentence number 9. | Esta es la frase número 9."),
    ("big", "newest: ¿Dónde está la estación de tren más próxima?"),
    ("private", "note: Private: nothing goes to disk from now on."),
  ])
  func `each state is told in words`(state: String, line: String) {
    #expect(Self.told(state).contains(line))
  }

  @Test func `partial text is not told, and nothing twice`() {
    #expect(!Self.told("recording").contains { $0.contains("How much does") })
    for name in ScreenState.names {
      var narrator = Narrator()
      let state = ScreenState(name, columns: 80, rows: 24)
      _ = narrator.lines(state.session, state.context)
      #expect(narrator.lines(state.session, state.context).isEmpty, "\(name)")
    }
  }

  private static func told(_ name: String) -> [String] { ScreenState(name, columns: 80, rows: 24).told }
}
