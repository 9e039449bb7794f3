import Foundation
import Testing
import VoiceTranslatorCore

@testable import ConversationHistory

@Suite struct HistoryOpeningTests {
  private let folder: HistoryFolder

  init() throws { folder = try HistoryFolder() }

  @Test func `only the owner may read the files`() throws {
    let store = try HistoryStore(file: folder.file)
    _ = try store.begin(.sample())
    #expect(folder.names.count >= 3)
    for name in folder.names {
      let mode =
        try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
  }

  @Test(arguments: ["no database at all, but a text of some length", "half"])
  func `a damaged file is set aside whole, and a new history is begun`(damage: String) throws {
    do {
      let store = try HistoryStore(file: folder.file)
      let id = try store.begin(.sample())
      for number in 1...200 { try store.record(.sample(number, "word \(number)", "palabra"), in: id) }
    }
    var bytes = try Data(contentsOf: URL(filePath: folder.file))
    if damage == "half" {
      bytes.replaceSubrange(
        8192..<min(40_000, bytes.count), with: Data(repeating: 0x5A, count: min(40_000, bytes.count) - 8192))
    } else {
      bytes = Data(damage.utf8)
    }
    try bytes.write(to: URL(filePath: folder.file))
    #expect(throws: HistoryError.damaged(file: folder.file)) { try HistoryStore(file: folder.file) }
    let (store, aside) = try HistoryStore.openOrReplace(file: folder.file, stamp: "20260131-120000")
    #expect(aside == folder.file + ".damaged-20260131-120000")
    #expect(try Data(contentsOf: URL(filePath: try #require(aside))) == bytes)
    #expect(try store.conversations().isEmpty)
    #expect(try store.begin(.sample()) == 1)
  }

  @Test func `a newer form is refused and left as it is`() throws {
    let known = Schema.current.steps.count
    do {
      let store = try HistoryStore(file: folder.file)
      _ = try store.begin(.sample())
      try store.connection.execute("PRAGMA user_version = \(known + 1)")
    }
    let refusal = HistoryError.newerSchema(file: folder.file, found: known + 1, known: known)
    #expect(throws: refusal) { try HistoryStore(file: folder.file) }
    #expect(throws: refusal) { try HistoryStore.openOrReplace(file: folder.file, stamp: "x") }
    let connection = try SQLiteConnection(file: folder.file)
    #expect(try connection.query("SELECT count(*) FROM conversation") { $0.integer(0) } == [1])
  }

  @Test func `an older form is brought up to date with all that is in it`() throws {
    do {
      let connection = try SQLiteConnection(file: folder.file)
      try Schema(steps: [Schema.current.steps[0]]).migrate(connection, file: folder.file)
      try connection.run("INSERT INTO conversation (uuid, began, ended, backend) VALUES ('u', 1, 2, 'b')")
    }
    let store = try HistoryStore(file: folder.file)
    #expect(try store.conversations().map(\.backend) == ["b"])
    #expect(try store.search("anything").isEmpty)
  }

  @Test func `a step that fails leaves the form it found`() throws {
    let connection = try SQLiteConnection(file: folder.file)
    let broken = Schema(steps: [Schema.current.steps[0], "CREATE TABLE odd (a); CREATE TABLE odd (a)"])
    #expect(throws: HistoryError.self) { try broken.migrate(connection, file: folder.file) }
    #expect(try connection.query("PRAGMA user_version") { $0.integer(0) } == [1])
    #expect(try connection.query("SELECT name FROM sqlite_master WHERE name = 'odd'") { $0.text(0) }.isEmpty)
  }

  @Test func `a full disk loses nothing that was written, and room makes it work again`() throws {
    let store = try HistoryStore(file: folder.file)
    let id = try store.begin(.sample())
    try store.record(.sample(1, "before"), in: id)
    // What SQLite says of a disk without room, it says of a file that may not grow.
    try store.connection.execute("PRAGMA max_page_count = 1")
    let long = String(repeating: "x", count: 100_000)
    #expect(throws: HistoryError.noRoom(file: folder.file)) { try store.record(.sample(2, long), in: id) }
    #expect(try store.conversation(id).utterances.map(\.text) == ["before"])
    try store.connection.execute("PRAGMA max_page_count = 1000000")
    try store.record(.sample(2, long), in: id)
    #expect(try store.conversation(id).utterances.count == 2)
  }
}
