/// The tables of the history, as the steps that lead from an empty database to today's.
///
/// A step, once released, never changes: a new form of the tables is a new step.
struct Schema {
  /// The steps; a database that has taken the first n has `user_version` n.
  var steps: [String]

  static let current = Schema(steps: [tables, search])

  /// Brings a database up to date. A newer one is refused and left as it is.
  func migrate(_ connection: SQLiteConnection, file: String) throws(HistoryError) {
    let version: Int
    do { version = try connection.query("PRAGMA user_version") { $0.integer(0) }.first ?? 0 } catch {
      throw error.asHistoryError(file: file)
    }
    guard version <= steps.count else {
      throw .newerSchema(file: file, found: version, known: steps.count)
    }
    for (index, step) in steps.enumerated().dropFirst(version) {
      do throws(SQLiteFailure) {
        try connection.transaction { () throws(SQLiteFailure) in
          try connection.execute(step)
          try connection.execute("PRAGMA user_version = \(index + 1)")
        }
      } catch {
        throw error.asHistoryError(file: file)
      }
    }
  }

  /// Times are milliseconds since the epoch. A route's hops are separated by line breaks.
  private static let tables = """
    CREATE TABLE conversation (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid TEXT NOT NULL UNIQUE,
      began INTEGER NOT NULL,
      ended INTEGER NOT NULL,
      backend TEXT NOT NULL
    ) STRICT;
    CREATE INDEX conversation_by_end ON conversation (ended);
    CREATE TABLE utterance (
      id INTEGER PRIMARY KEY,
      conversation INTEGER NOT NULL REFERENCES conversation ON DELETE CASCADE,
      number INTEGER NOT NULL,
      began INTEGER NOT NULL,
      ended INTEGER NOT NULL,
      language TEXT,
      detected INTEGER NOT NULL,
      text TEXT NOT NULL,
      confidence REAL,
      recognize_ms INTEGER,
      translate_ms INTEGER,
      speak_ms INTEGER,
      total_ms INTEGER,
      UNIQUE (conversation, number)
    ) STRICT;
    CREATE TABLE translation (
      utterance INTEGER NOT NULL REFERENCES utterance ON DELETE CASCADE,
      position INTEGER NOT NULL,
      language TEXT NOT NULL,
      text TEXT NOT NULL,
      route TEXT NOT NULL,
      rough INTEGER NOT NULL,
      PRIMARY KEY (utterance, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE correction (
      utterance INTEGER NOT NULL REFERENCES utterance ON DELETE CASCADE,
      at INTEGER NOT NULL,
      before TEXT NOT NULL
    ) STRICT;
    CREATE INDEX correction_by_utterance ON correction (utterance);
    """

  /// The words of each utterance and its translations, by the utterance's id.
  private static let search = """
    CREATE VIRTUAL TABLE utterance_words USING fts5 (words, tokenize = "unicode61 remove_diacritics 2");
    CREATE TRIGGER utterance_forgotten AFTER DELETE ON utterance BEGIN
      DELETE FROM utterance_words WHERE rowid = old.id;
    END;
    """
}
