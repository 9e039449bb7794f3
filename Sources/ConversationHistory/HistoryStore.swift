import CSQLite

/// The history: conversations in an SQLite database, in a file that only its owner may read.
///
/// Every function may block on the disk: call them on a thread of their own. Each is one transaction, so that a program
/// killed at any moment leaves all of it or nothing. Two programs may use one file.
public struct HistoryStore: Sendable {
  /// The database's path.
  public let file: String
  let connection: SQLiteConnection

  /// Opens the database, makes it if there is none, and brings it up to date. The folder must be there.
  public init(file: String) throws(HistoryError) {
    self.file = file
    connection = try HistoryFile(path: file).whileLocked { () throws(HistoryError) in try Self.open(file) }
  }

  /// The same; a damaged database is moved aside first, and its new name is given. `isKnownDamaged`: it turned out so
  /// while it was used, whatever it looks like now.
  public static func openOrReplace(
    file: String, stamp: String, isKnownDamaged: Bool = false
  ) throws(HistoryError) -> (store: HistoryStore, setAside: String?) {
    try HistoryFile(path: file).whileLocked { () throws(HistoryError) in
      do throws(HistoryError) {
        if isKnownDamaged { throw .damaged(file: file) }
        return (HistoryStore(file: file, connection: try open(file)), nil)
      } catch {
        guard case .damaged = error else { throw error }
        let aside = HistoryFile(path: file).setAside(stamp: stamp)
        return (HistoryStore(file: file, connection: try open(file)), aside)
      }
    }
  }

  private init(file: String, connection: SQLiteConnection) {
    self.file = file
    self.connection = connection
  }

  private static func open(_ file: String) throws(HistoryError) -> SQLiteConnection {
    try HistoryFile(path: file).make()
    let connection = try checked(file)
    try Schema.current.migrate(connection, file: file)
    do throws(SQLiteFailure) {
      // Readers and the writer don't wait for each other, and a kill between two transactions loses neither.
      _ = try connection.query("PRAGMA journal_mode = WAL") { $0.text(0) }
      try connection.execute(
        "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
    } catch {
      throw error.asHistoryError(file: file)
    }
    return connection
  }

  /// Looked at before anything is written: a database that is damaged or another's stays as it is.
  private static func checked(_ file: String) throws(HistoryError) -> SQLiteConnection {
    do throws(SQLiteFailure) {
      let connection = try SQLiteConnection(file: file)
      let found = try connection.query("PRAGMA quick_check(1)") { $0.text(0) }
      guard found == ["ok"] else { throw SQLiteFailure(code: SQLITE_CORRUPT, message: found.first ?? "") }
      return connection
    } catch {
      throw error.asHistoryError(file: file)
    }
  }

  /// Runs a transaction, telling failures in the history's terms.
  func transaction<T>(_ body: () throws(SQLiteFailure) -> T) throws(HistoryError) -> T {
    do { return try connection.transaction(body) } catch { throw error.asHistoryError(file: file) }
  }

  /// Reads, telling failures in the history's terms.
  func reading<T>(_ body: () throws(SQLiteFailure) -> T) throws(HistoryError) -> T {
    do { return try body() } catch { throw error.asHistoryError(file: file) }
  }
}
