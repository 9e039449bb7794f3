import Foundation
import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

@Suite struct FilesTests {
  private let folder = NSTemporaryDirectory() + "vt-\(UInt32.random(in: 0 ... .max))"

  @Test func `a private folder is made with its parents and closed to others`() throws {
    try Folder.makePrivate(folder + "/a/b")
    let mode = try FileManager.default.attributesOfItem(atPath: folder + "/a/b")[.posixPermissions] as? Int
    #expect(mode == 0o700)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/a/b")
    try Folder.makePrivate(folder + "/a/b")
    #expect(
      try FileManager.default.attributesOfItem(atPath: folder + "/a/b")[.posixPermissions] as? Int == 0o700)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func `a folder that is a file or a link is refused`() throws {
    try Folder.makePrivate(folder)
    #expect(PrivateFile.replace(folder + "/file", with: "x"))
    #expect(throws: Folder.Failure.self) { try Folder.makePrivate(folder + "/file") }
    try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "/tmp")
    #expect(throws: Folder.Failure.self) { try Folder.makePrivate(folder + "/link") }
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func `choices are read back as they were written, and rubbish is no choice`() throws {
    try Folder.makePrivate(folder)
    let choices = Choices(
      source: .english, targets: [.spanish], recents: [.spanish, .english],
      favourites: [.english], voices: [.spanish: #"a "quoted" \ name"#])
    #expect(PrivateFile.replace(folder + "/state.toml", with: choices.text))
    #expect(Choices(file: folder + "/state.toml") == choices)
    #expect(PrivateFile.replace(folder + "/state.toml", with: "to = \u{1}["))
    #expect(Choices(file: folder + "/state.toml") == Choices(source: nil, targets: [], recents: []))
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func `a waiting recording has its languages beside it`() throws {
    try Folder.makePrivate(folder)
    let spool = Spool(folder: folder)
    let path = spool.path(for: Turn.ID(3), stamp: "20260101-120000")
    #expect(PrivateFile.replace(path, with: "x"))
    Spool.note(
      SpoolNote(TurnRequest(source: .detect([.english, .spanish]), targets: [.spanish])), besides: path)
    let item = try #require(spool.items().first)
    #expect(item.source == .detect([.english, .spanish]))
    #expect(item.targets == [.spanish])
    #expect(!item.isInUse)
    Spool.remove(path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func `the engine's restarts are paused longer and longer, up to half a minute`() {
    let pauses = (1...12).map { EngineProcess.pause(afterDeath: $0) }
    #expect(pauses[0] == .milliseconds(200))
    #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(pauses.last == .seconds(30))
  }
}
