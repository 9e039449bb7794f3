import Glibc

/// Reads lines and counted bytes from a connection.
final class WireReader {
  let descriptor: Int32
  private var buffered: [UInt8] = []
  /// The other side has closed the connection, as against saying nothing for long.
  private(set) var isClosed = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next line without its end; nil when the connection is closed.
  func line() -> String? {
    while true {
      if let end = buffered.firstIndex(of: 0x0A) {
        defer { buffered.removeSubrange(...end) }
        return String(decoding: buffered[..<end], as: UTF8.self).filter { !$0.isNewline }
      }
      guard fill() else { return nil }
    }
  }

  /// So many bytes; nil when the connection is closed before.
  func bytes(_ count: Int) -> [UInt8]? {
    while buffered.count < count { guard fill() else { return nil } }
    defer { buffered.removeFirst(count) }
    return Array(buffered.prefix(count))
  }

  private func fill() -> Bool {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &piece, piece.count, 0)
    guard count > 0 else {
      isClosed = count == 0 || errno == ECONNRESET
      return false
    }
    buffered += piece.prefix(count)
    return true
  }
}
