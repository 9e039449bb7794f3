import Testing

@testable import VoiceTranslatorCore

@Suite struct TranscriptTests {
  @Test func `turns are read back as they were, packed or not`() {
    var transcript = Transcript()
    let entries = (1...1000).map(Self.entry)
    for entry in entries { transcript.append(entry) }
    #expect(transcript.count == 1000)
    #expect(transcript.recent.count < 2 * Transcript.kept)
    for (index, entry) in entries.enumerated() {
      let read = transcript[index]
      #expect(read.id == entry.id && read.stage == entry.stage && read.began == entry.began)
      #expect(read.heard == entry.heard && read.text(in: .spanish) == entry.text(in: .spanish))
      #expect(Latency(read.milestones).line == Latency(entry.milestones).line)
      #expect(read.routes[.spanish]?.isRough == entry.routes[.spanish]?.isRough)
      #expect(read.uncorrected == entry.uncorrected)
    }
  }

  @Test func `a turn that still runs is never packed`() {
    var transcript = Transcript()
    transcript.append(TranscriptEntry(id: Turn.ID(1), at: at(1), source: .tag(.english), targets: [.spanish]))
    for number in 2...1000 { transcript.append(Self.entry(number)) }
    #expect(transcript.index(of: Turn.ID(1)) == 0)
    transcript.change(at: 0) {
      $0.release(at: .seconds(2))
      $0.conclude(.done)
    }
    transcript.append(Self.entry(1001))
    #expect(transcript.recent.count < 2 * Transcript.kept)
  }

  @Test func `a packed turn can be changed, and removed`() {
    var transcript = Transcript()
    for number in 1...1000 { transcript.append(Self.entry(number)) }
    transcript.change(at: 7) { $0.rewrite("changed", run: Turn.ID(2000), at: .seconds(9)) }
    #expect(transcript.index(of: Turn.ID(8)) == 7)
    #expect(transcript[7].heard == "changed" && transcript[7].uncorrected?.hasPrefix("This is") == true)
    transcript.remove(at: 3)
    #expect(transcript.count == 999)
    #expect(transcript[6].heard == "changed" && transcript[3].id == Turn.ID(5))
  }

  @Test(arguments: [
    ("SENTENCE number 17.", 16), ("frase número 999.", 998), ("ÉSTA es LA frase número 5 ", nil),
  ])
  func `the search finds text without regard to case, old or new, on either side`(text: String, place: Int?)
    throws
  {
    var transcript = Transcript()
    for number in 1...1000 { transcript.append(Self.entry(number)) }
    let query = try #require(SearchQuery(text))
    #expect(transcript.search(query, from: 0, forward: true) == place)
    #expect(transcript.search(query, from: 999, forward: false) == place)
  }

  @Test func `a search for letters beyond ASCII folds their case too`() throws {
    let query = try #require(SearchQuery("ЗДРАВСТВУЙ"))
    #expect(query.matches("Здравствуйте!"))
    #expect(query.parts(of: "Ну, здравствуйте").map(\.isMatch) == [false, true, false])
    #expect(SearchQuery("  ") == nil)
  }

  @Test func `a hundred thousand turns take an index and their text, and no key press walks over them`() {
    var session = Session(source: .tag(.english), targets: [.spanish])
    for number in 1...100_000 { session.transcript.append(Self.entry(number)) }
    let clock = ContinuousClock()
    // Far more than any screen can hold is laid out here; a walk over all turns would take seconds.
    let time = clock.measure {
      for command in [Command.lines, .up, .pageUp, .first, .down, .pageDown, .last, .up, .scrollUp, .newest] {
        _ = session.update(.command(command), at: at(1))
        _ = session.screen(columns: 80, rows: 24, ScreenContext(now: .zero))
      }
    }
    #expect(time < .seconds(10))
    #expect(session.entries.count < 2 * Transcript.kept)
    _ = session.update(.command(.first), at: at(2))
    #expect(session.screen(columns: 80, rows: 24, ScreenContext(now: .zero)).text.contains("number 1."))
    _ = session.update(.command(.last), at: at(2))
    #expect(session.screen(columns: 80, rows: 24, ScreenContext(now: .zero)).text.contains("100000."))
  }

  static func entry(_ number: Int) -> TranscriptEntry {
    var entry = TranscriptEntry(
      id: Turn.ID(number), at: at(Double(number)), source: .tag(.english), targets: [.spanish])
    entry.upsert(Hypothesis(text: "This is sentence number \(number).", isFinal: true))
    entry.upsert(Translation(target: .spanish, text: "Esta es la frase número \(number)."))
    entry.routes = [.spanish: TranslationRoute(isRough: number % 3 == 0)]
    entry.release(at: .seconds(number + 1))
    entry.mark(.recognized, at: .seconds(number + 2))
    entry.mark(.translated, at: .seconds(number + 3))
    switch number % 5 {
    case 0: entry.conclude(.nothingHeard(.noise))
    case 1: entry.conclude(.failed(Notice("It failed."), kept: true))
    default: entry.conclude(.done)
    }
    return entry
  }
}
