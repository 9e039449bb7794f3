import Foundation
import Testing
import VoiceTranslatorCore

@testable import ConversationHistory

@Suite struct HistoryDocumentTests {
  private let document = HistoryDocument([
    .sample(1, utterances: [.sample(1, "Where is it?", "¿Dónde está?")])
  ])

  @Test func `an export is read back as it was, and brings nothing twice`() throws {
    let folder = try HistoryFolder()
    let store = try HistoryStore(file: folder.file)
    let read = try HistoryDocument.read(Array(try JSONEncoder().encode(document)))
    #expect(read == document)
    #expect(try store.add(read.conversations) == 1)
    #expect(try store.add(read.conversations) == 0)
    var again = try store.conversation(1)
    again.id = 0
    #expect(again == document.conversations[0])
    #expect(try store.search("donde").count == 1)
  }

  @Test(arguments: [
    ("", "it is no JSON"), ("[1, 2", "it is no JSON"), ("{}", "'format' is missing"),
    ("{\"format\":\"other\",\"version\":1}", "its format is 'other'"),
    ("{\"format\":\"voice-translator-history\",\"version\":2}", "its version is 2"),
    (
      "{\"format\":\"voice-translator-history\",\"version\":1,\"conversations\":3}",
      "wrong type at conversations"
    ),
    (
      "{\"format\":\"voice-translator-history\",\"version\":1,\"conversations\":[{\"id\":1,\"uuid\":\"x\",\"began\":\"noon\"}]}",
      "'noon' is no RFC 3339 time at conversations.[0].began"
    ),
  ])
  func `what is no such document says why`(text: String, reason: String) {
    #expect { try HistoryDocument.read(Array(text.utf8)) } throws: {
      ($0 as? HistoryDocument.Failure)?.reason.contains(reason) == true
    }
  }

  @Test func `a UUID that would lead out of the folder is refused`() throws {
    var odd = document
    odd.conversations[0].uuid = "../../../../../../../../etc/somewhere"
    let bytes = Array(try JSONEncoder().encode(odd))
    #expect { try HistoryDocument.read(bytes) } throws: {
      ($0 as? HistoryDocument.Failure)?.reason.hasSuffix("is no UUID") == true
    }
  }
}
