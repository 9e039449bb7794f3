/// Why the history can't be read or written.
public enum HistoryError: Error, Equatable, Sendable {
  /// The file is no database, or a damaged one.
  case damaged(file: String)
  /// A newer version of the program wrote it, whose schema is unknown here.
  case newerSchema(file: String, found: Int, known: Int)
  /// The disk is full.
  case noRoom(file: String)
  /// Another program holds it for long.
  case busy(file: String)
  /// There is no conversation with this number.
  case noConversation(Int)
  /// Anything else, in SQLite's or the system's words.
  case failed(file: String, reason: String)
}
