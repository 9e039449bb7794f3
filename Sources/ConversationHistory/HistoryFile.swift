import Glibc

/// The database's file and those beside it.
struct HistoryFile {
  let path: String

  /// Makes the file, if it isn't there, so that only its owner may read it; SQLite gives the files beside it the same
  /// mode.
  func make() throws(HistoryError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw HistoryError.failed(file: path, reason: String(cString: strerror(errno)))
    }
    fchmod(descriptor, 0o600)
    close(descriptor)
  }

  /// Moves a damaged database and its log aside; gives the new name. `stamp` tells when.
  func setAside(stamp: String) -> String {
    let aside = "\(path).damaged-\(stamp)"
    rename(path, aside)
    // The log belongs to the database that was moved: what it holds may still be saved from it.
    rename(path + "-wal", aside + "-wal")
    unlink(path + "-shm")
    return aside
  }

  /// Runs `body` while no other program opens or replaces the database.
  func whileLocked<T>(_ body: () throws(HistoryError) -> T) throws(HistoryError) -> T {
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw HistoryError.failed(file: path, reason: String(cString: strerror(errno))) }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 && errno == EINTR {}
    return try body()
  }
}
