import Foundation
import VoiceTranslatorCore

@testable import ConversationHistory

/// A folder for a test's history, deleted when the test is over.
final class HistoryFolder {
  let path = NSTemporaryDirectory() + "vt-history-\(UInt32.random(in: 0 ... .max))"
  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  var file: String { path + "/history.sqlite" }
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// Whether any file in the folder holds these words.
  func holds(_ words: String) throws -> Bool {
    try names.contains { name in
      try Data(contentsOf: URL(filePath: "\(path)/\(name)")).range(of: Data(words.utf8)) != nil
    }
  }
}

extension Timestamp {
  static let noon = Timestamp(milliseconds: 1_770_000_000_000)
}

extension LanguageTag {
  static let japanese = LanguageTag("ja") ?? .english
}

extension Conversation {
  static func sample(_ number: Int = 1, began: Timestamp = .noon, utterances: [ConversationUtterance] = [])
    -> Conversation
  {
    Conversation(
      uuid: "00000000-0000-4000-8000-" + String(1_000_000_000_000 + number).dropFirst(), began: began,
      ended: utterances.last?.ended ?? began, backend: "engine", utterances: utterances)
  }
}

extension ConversationUtterance {
  static func sample(
    _ number: Int, _ text: String, _ translation: String = "", at time: Timestamp = .noon,
    times: Times = Times()
  ) -> ConversationUtterance {
    ConversationUtterance(
      number: number, began: time, ended: time + .seconds(2), language: .english, text: text, confidence: 0.9,
      translations: translation.isEmpty
        ? []
        : [
          .init(
            language: .spanish, text: translation, route: ["en-pt neural", "pt-es apertium"], rough: true)
        ],
      times: times)
  }
}
