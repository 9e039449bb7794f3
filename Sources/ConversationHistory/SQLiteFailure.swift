import CSQLite

/// What SQLite said when it refused.
struct SQLiteFailure: Error, Equatable {
  /// The primary result code.
  var code: Int32
  /// SQLite's own words.
  var message: String

  /// What it means for the history. `file` is the database.
  func asHistoryError(file: String) -> HistoryError {
    switch code {
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(file: file)
    case SQLITE_FULL: .noRoom(file: file)
    case SQLITE_BUSY, SQLITE_LOCKED: .busy(file: file)
    default: .failed(file: file, reason: message)
    }
  }
}
