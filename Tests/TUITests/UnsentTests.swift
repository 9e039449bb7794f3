import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

@Suite struct UnsentTests {
  private func id(_ number: Int) -> Turn.ID { Turn.ID(number) }

  @Test func `turns are sent in the order in which they were spoken, one at a time`() {
    var queue = UnsentQueue()
    for number in [2, 1, 3] { queue.add(id(number), mayPass: true, at: .zero) }
    #expect(queue.next(at: .zero) == nil)
    queue.mayRetry()
    #expect(queue.next(at: .zero) == id(1))
    #expect(queue.next(at: .zero) == nil)
    queue.remove(id(1))
    #expect(queue.next(at: .zero) == id(2))
  }

  @Test func `what can't pass by itself is sent when the user wants it, and doesn't hold up the others`() {
    var queue = UnsentQueue()
    queue.add(id(1), mayPass: false, at: .zero)
    queue.add(id(2), mayPass: true, at: .zero)
    queue.mayRetry()
    #expect(queue.next(at: .zero) == id(2))
    queue.remove(id(2))
    #expect(queue.next(at: .seconds(999)) == nil)
    queue.want(nil)
    #expect(queue.next(at: .zero) == id(1))
    queue.add(id(1), mayPass: false, at: .zero)
    #expect(queue.next(at: .zero) == nil)
    #expect(queue.entries.map(\.id) == [id(1)])
  }

  @Test func `the pauses between attempts grow to two minutes`() {
    #expect(
      (0...9).map { UnsentQueue.pause(afterFailure: $0) / .seconds(1) } == [
        5, 10, 20, 40, 80, 120, 120, 120, 120, 120,
      ])
    var queue = UnsentQueue()
    queue.add(id(1), mayPass: true, at: .seconds(10))
    #expect(queue.retryAt == .seconds(15))
    #expect(queue.next(at: .seconds(14)) == nil)
    #expect(queue.next(at: .seconds(15)) == id(1))
  }

  @Test func `a note tells how far a turn came, whatever was said`() {
    var progress = TurnProgress()
    progress.heard = "He said \"no\\yes\"\nand left"
    progress.detected = .english
    progress.translations = [.spanish: "Dijo «no»"]
    progress.spoken = [.spanish]
    let request = TurnRequest(source: .detect([.english, .spanish]), targets: [.spanish])
    let note = SpoolNote(request, progress, failure: "It failed.")
    #expect(SpoolNote(note.text) == note)
    #expect(SpoolNote("rubbish = [").progress == TurnProgress())
  }

  @Test func `the glossary is read with its pairs, and a wrong one is named`() throws {
    var layers = SettingLayers()
    try layers.read(
      file: "[glossary]\n\"en-es\" = [[\"a\", \"b\"]]\n\"pt-BR>en\" = [[\"c\", \"d\"]]\n", name: "f")
    let glossary = try Configuration(layers).glossary
    let brazilian = try #require(LanguageTag("pt-BR"))
    #expect(glossary.terms[.init(.english, .spanish)] == [.init("a", "b")])
    #expect(glossary.terms[.init(brazilian, .english)] == [.init("c", "d")])
    for text in ["\"qqq-zzz\" = []", "\"en-es\" = [[\"a\"]]", "\"en-es\" = 3"] {
      var wrong = SettingLayers()
      #expect(throws: ConfigurationError.self) { try wrong.read(file: "[glossary]\n\(text)\n", name: "f") }
    }
  }
}
