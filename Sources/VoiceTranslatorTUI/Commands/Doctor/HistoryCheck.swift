import ConversationHistory
import Glibc
import VoiceTranslatorCore

/// Whether the history can be read.
enum HistoryCheck {
  static func finding(_ context: ProgramContext) -> Finding {
    let file = HistoryFiles(context.paths).database
    guard access(file, F_OK) == 0 else {
      return Finding("history", good: context.configuration.keepsHistory ? "empty" : "off")
    }
    do throws(HistoryError) {
      let count = try HistoryStore(file: file).conversations().count
      return Finding("history", good: "\(count) \(count == 1 ? "conversation" : "conversations")")
    } catch {
      return Finding("history", .warning, Notice(error))
    }
  }
}
