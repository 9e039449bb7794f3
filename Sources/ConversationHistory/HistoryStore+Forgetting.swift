public import VoiceTranslatorCore

extension HistoryStore {
  /// Deletes conversations for good; gives the UUIDs of those that were there. Their words are overwritten in the file.
  public func forget(_ ids: [Int]) throws(HistoryError) -> [String] {
    let gone = try transaction { () throws(SQLiteFailure) in
      var gone: [String] = []
      for id in ids {
        gone += try connection.query(
          "DELETE FROM conversation WHERE id = ? RETURNING uuid", .integer(Int64(id))
        ) { $0.text(0) }
      }
      return gone
    }
    try tidy(gone)
    return gone
  }

  /// Deletes everything; gives the UUIDs of the conversations.
  public func forgetAll() throws(HistoryError) -> [String] {
    let gone = try transaction { () throws(SQLiteFailure) in
      try connection.query("DELETE FROM conversation RETURNING uuid") { $0.text(0) }
    }
    try tidy(gone)
    return gone
  }

  /// Deletes conversations that ended before a time; gives their UUIDs.
  public func forget(endedBefore time: Timestamp) throws(HistoryError) -> [String] {
    let gone = try transaction { () throws(SQLiteFailure) in
      try connection.query(
        "DELETE FROM conversation WHERE ended < ? RETURNING uuid", .integer(time.milliseconds)
      ) { $0.text(0) }
    }
    try tidy(gone)
    return gone
  }

  /// The index keeps deleted words until it is rewritten, and the log keeps pages until it is emptied.
  private func tidy(_ gone: [String]) throws(HistoryError) {
    guard !gone.isEmpty else { return }
    try reading { () throws(SQLiteFailure) in
      try connection.run("INSERT INTO utterance_words (utterance_words) VALUES ('optimize')")
      _ = try connection.query("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
    }
  }
}
