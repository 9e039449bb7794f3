import Glibc

/// Small text files that only the user may read.
enum PrivateFile {
  /// The text of a file; nil when it can't be read.
  static func read(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

  /// The bytes of a file; nil, with `errno` set, when it can't be read.
  static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = FileDescriptor(owning: descriptor)
    return bytes(from: file.number)
  }

  /// Everything up to the end of an open file; nil, with `errno` set, when it can't be read.
  static func bytes(from descriptor: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      bytes += buffer[..<count]
    }
  }

  /// Writes a file anew (mode 0600) in one step: readers see the old or the new text, never a part.
  static func replace(_ path: String, with text: String) -> Bool { replace(path, with: Array(text.utf8)) }

  /// Writes a file anew (mode 0600) in one step; false, with `errno` set, when that failed.
  static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
    let draft = "\(path).\(getpid()).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let file = FileDescriptor(owning: descriptor)
    guard write(bytes, to: file.number), fsync(file.number) == 0, rename(draft, path) == 0 else {
      let reason = errno
      unlink(draft)
      errno = reason
      return false
    }
    return true
  }

  /// Adds bytes at the end of a file (made with mode 0600); false, with `errno` set, when that failed.
  static func append(_ path: String, _ bytes: [UInt8]) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let file = FileDescriptor(owning: descriptor)
    return write(bytes, to: file.number)
  }

  /// Writes all bytes to an open file; false, with `errno` set, when that failed.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
