import Testing
import VoiceTranslatorCore

@testable import ConversationHistory

@Suite struct HistoryStoreTests {
  private let folder: HistoryFolder
  private let store: HistoryStore

  init() throws {
    folder = try HistoryFolder()
    store = try HistoryStore(file: folder.file)
  }

  @Test func `what was written is read back whole`() throws {
    let id = try store.begin(.sample())
    let utterance = ConversationUtterance.sample(
      1, "Where is it?", "¿Dónde está?", times: .init(recognize: 250, translate: 12, speak: nil, total: 310))
    try store.record(utterance, in: id)
    let conversation = try store.conversation(id)
    #expect(conversation.utterances == [utterance])
    #expect(conversation.ended == .noon + .seconds(2))
    #expect(conversation.backend == "engine")
    let row = try #require(try store.conversations().first)
    #expect(row.languages == [.english, .spanish] && row.utterances == 1 && row.opening == "Where is it?")
  }

  @Test func `an utterance that is written again replaces itself, and what it was is kept as a correction`()
    throws
  {
    let id = try store.begin(.sample())
    try store.record(.sample(1, "Wear is it?"), in: id)
    try store.record(.sample(1, "Wear is it?", "¿Desgaste?"), in: id)
    try store.record(.sample(1, "Where is it?", "¿Dónde está?"), in: id)
    let utterance = try #require(try store.conversation(id).utterances.first)
    #expect(utterance.text == "Where is it?")
    #expect(utterance.translations.map(\.text) == ["¿Dónde está?"])
    #expect(utterance.corrections.map(\.before) == ["Wear is it?"])
    #expect(try store.search("wear").isEmpty)
  }

  @Test(arguments: [
    ("station", 1), ("STAT", 1), ("esta cerca", 1), ("station cerca", 1), ("cerc\"a", 0), ("nothing", 0),
    ("駅", 2), ("京の駅", 2), ("東 駅", 2), ("  ", 0), ("* OR (", 0),
  ])
  func `words are found in every language, whatever their case and accents`(text: String, number: Int) throws
  {
    let id = try store.begin(.sample())
    try store.record(.sample(1, "Is the station near?", "¿Está cerca la estación?"), in: id)
    try store.record(.sample(2, "ここは東京の駅ですか"), in: id)
    #expect(try store.search(text).map(\.utterance.number) == (number == 0 ? [] : [number]))
  }

  @Test func `what is forgotten is nowhere in the files any more`() throws {
    let id = try store.begin(.sample())
    for number in 1...50 { try store.record(.sample(number, "The secret is marzipan", "mazapán"), in: id) }
    let other = try store.begin(.sample(2))
    try store.record(.sample(1, "A word that stays"), in: other)
    #expect(try folder.holds("marzipan"))
    #expect(try store.forget([id]).count == 1)
    #expect(try !folder.holds("marzipan") && folder.holds("stays"))
    #expect(throws: HistoryError.noConversation(id)) { try store.conversation(id) }
  }

  @Test func `conversations older than the days that are kept go, the others stay`() throws {
    let now = Timestamp.noon
    for (number, days) in [(1, 100), (2, 89)] {
      let began = now.daysBefore(days)
      let id = try store.begin(.sample(number, began: began))
      try store.record(.sample(1, "days \(days)", at: began), in: id)
    }
    #expect(try store.forget(endedBefore: now.daysBefore(90)).count == 1)
    #expect(try store.conversations().map(\.opening) == ["days 89"])
    #expect(try store.forgetAll().count == 1)
    #expect(try store.conversations().isEmpty)
  }

  @Test func `two programs write into one file without losing a word`() async throws {
    let file = folder.file
    await withTaskGroup { group in
      for program in 1...2 {
        group.addTask {
          let store = try? HistoryStore(file: file)
          let id = (try? store?.begin(.sample(program))) ?? 0
          for number in 1...100 { try? store?.record(.sample(number, "said \(number)"), in: id) }
        }
      }
    }
    #expect(try store.conversations().map(\.utterances) == [100, 100])
  }

  @Test func `the numbers are those of what was said`() throws {
    let id = try store.begin(.sample())
    for number in 1...10 {
      try store.record(
        .sample(number, "said", "dicho", times: .init(recognize: number * 100, total: number * 200)), in: id)
    }
    try store.record(.sample(1, "told", "dicho", times: .init(recognize: 100, total: 200)), in: id)
    let statistics = try store.statistics()
    #expect(statistics.conversations == 1 && statistics.utterances == 10 && statistics.corrected == 1)
    #expect(statistics.spokenSeconds == 20)
    #expect(statistics.pairs == [.init(from: .english, to: .spanish, utterances: 10)])
    #expect(statistics.latency["recognize"]?.median == 500 && statistics.latency["recognize"]?.p90 == 900)
    #expect(statistics.latency["speak"] == nil)
  }
}
