import Glibc

/// An open file that is closed when its owner goes.
struct FileDescriptor: ~Copyable, Sendable {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// A pipe whose ends are closed in child programs; nil when the process has no descriptors left.
  static func pipe() -> (reader: FileDescriptor, writer: FileDescriptor)? {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
  }

  func setNonBlocking() { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
}
