import ConversationHistory
import Foundation
import Synchronization
import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

@Suite struct HistoryWriterTests {
  private let folder = NSTemporaryDirectory() + "vt-writer-\(UInt32.random(in: 0 ... .max))"
  private let files: HistoryFiles
  private let writer: HistoryWriter

  init() {
    files = HistoryFiles(Paths(environment: ["XDG_DATA_HOME": folder], userID: 0))
    writer = HistoryWriter(files, backend: "engine") { _ in }
  }

  private func utterance(_ number: Int, _ text: String) -> ConversationUtterance {
    let now = LocalTime.timestamp()
    return ConversationUtterance(number: number, began: now, ended: now, language: .english, text: text)
  }

  /// The texts of each conversation, the oldest first.
  private func texts() throws -> [[String]] {
    writer.finish(within: .seconds(20))
    let store = try files.open().store
    return try store.conversations().map(\.id).sorted().map {
      try store.conversation($0).utterances.map(\.text)
    }
  }

  @Test func `what becomes of an utterance later stays in its conversation, though a new one was begun`()
    throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    writer.record(utterance(1, "first"))
    writer.beginNew()
    writer.record(utterance(2, "second"))
    writer.record(utterance(1, "first, corrected"))
    #expect(try texts() == [["first, corrected"], ["second"]])
  }

  @Test func `a conversation that was forgotten doesn't come back with a late word of it`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    writer.record(utterance(1, "first"))
    writer.keep([1, 2, 3], of: 1)
    writer.finish(within: .seconds(20))
    #expect(Folder.names(in: files.folder + "/history-audio").count == 1)
    writer.forget(1)
    writer.record(utterance(1, "first, later"))
    writer.record(utterance(2, "second"))
    #expect(try texts() == [["second"]])
    #expect(Folder.names(in: files.folder + "/history-audio").isEmpty)
  }

  @Test func `a trouble is told once, and what could not be written is written when it can be`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let notices = Mutex(0)
    let writer = HistoryWriter(files, backend: "engine") { _ in notices.withLock { $0 += 1 } }
    // A file where the folder should be.
    try Folder.makePrivate(folder)
    #expect(PrivateFile.replace(files.folder, with: "in the way"))
    writer.record(utterance(1, "a"))
    writer.record(utterance(2, "b"))
    writer.finish(within: .seconds(20))
    #expect(notices.withLock { $0 } == 1)
    try FileManager.default.removeItem(atPath: files.folder)
    writer.record(utterance(3, "c"))
    writer.finish(within: .seconds(20))
    #expect(try texts() == [["a", "b", "c"]])
  }
}
