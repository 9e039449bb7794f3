import CSQLite

/// A value of a parameter or a column.
enum SQLiteValue: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)

  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}

/// An open database. Its handle is closed with it.
///
/// SQLite is built to be called from any thread, one at a time (its serialised mode), so the handle may move between
/// threads; whoever owns a connection sees to it that a transaction isn't mixed with another's.
final class SQLiteConnection: @unchecked Sendable {
  private let handle: OpaquePointer

  /// Opens a database file, which is made if it isn't there.
  init(file: String) throws(SQLiteFailure) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(file, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    guard code == SQLITE_OK, let handle else {
      let message = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
      sqlite3_close_v2(handle)
      throw SQLiteFailure(code: code & 0xFF, message: message)
    }
    self.handle = handle
    // Another running program may be writing.
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// The id of the row inserted last.
  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// Runs any number of statements without parameters.
  func execute(_ sql: String) throws(SQLiteFailure) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs one statement.
  func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteFailure) {
    _ = try rows(sql, values) { _ in }
  }

  /// The rows of a query, each made into something by `body`.
  func query<T>(_ sql: String, _ values: SQLiteValue..., body: (Row) -> T) throws(SQLiteFailure) -> [T] {
    try rows(sql, values, body)
  }

  /// Runs `body` as one transaction: all of it happens, or nothing.
  func transaction<T>(_ body: () throws(SQLiteFailure) -> T) throws(SQLiteFailure) -> T {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // A full disk may have rolled it back already: then there is nothing to roll back, and that is fine.
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// The current row of a query; columns count from 0.
  struct Row {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
    func optionalInteger(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }
    func real(_ column: Int32) -> Double? { isNull(column) ? nil : sqlite3_column_double(statement, column) }
    func text(_ column: Int32) -> String {
      sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }
    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
  }

  private func rows<T>(_ sql: String, _ values: [SQLiteValue], _ body: (Row) -> T) throws(SQLiteFailure)
    -> [T]
  {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &prepared, nil))
    guard let statement = prepared else { return [] }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() { try bind(value, Int32(index + 1), statement) }
    var results: [T] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: results.append(body(Row(statement: statement)))
      case SQLITE_DONE: return results
      default: throw failure
      }
    }
  }

  private func bind(_ value: SQLiteValue, _ index: Int32, _ statement: OpaquePointer) throws(SQLiteFailure) {
    switch value {
    case .null: try check(sqlite3_bind_null(statement, index))
    case .integer(let number): try check(sqlite3_bind_int64(statement, index, number))
    case .real(let number): try check(sqlite3_bind_double(statement, index, number))
    case .text(let text):
      try check(csqlite_bind_text(statement, index, text, Int32(clamping: text.utf8.count)))
    }
  }

  private var failure: SQLiteFailure {
    SQLiteFailure(code: sqlite3_errcode(handle) & 0xFF, message: String(cString: sqlite3_errmsg(handle)))
  }

  private func check(_ code: Int32) throws(SQLiteFailure) {
    guard code == SQLITE_OK else { throw failure }
  }
}
