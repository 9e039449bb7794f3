import CSystem
import Glibc

/// An open file that is closed when its owner goes.
struct FileDescriptor: ~Copyable, Sendable {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  func setNonBlocking() { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
}

/// A pipe whose ends are closed in child programs.
struct Pipe: ~Copyable, Sendable {
  let reader: FileDescriptor
  let writer: FileDescriptor

  /// Nil, with `errno` set, when the process has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard csystem_pipe(&ends) == 0 else { return nil }
    reader = FileDescriptor(owning: ends[0])
    writer = FileDescriptor(owning: ends[1])
  }
}
