import Glibc

/// Notices when the configuration file changes, on a thread that sleeps until then.
///
/// The folder is watched, not the file: editors replace files.
enum ConfigurationWatch {
  /// A save takes several steps; what comes within this time is one change.
  private static let pause: UInt32 = 100_000

  /// Calls `changed` after each change, on a thread of its own, until the program ends. Does nothing where the folder
  /// isn't there or can't be watched.
  static func start(_ file: String, changed: @escaping @Sendable () -> Void) {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let name = String(parts.last ?? "")
    let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return }
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
    guard
      inotify_add_watch(descriptor, folder.isEmpty ? (file.hasPrefix("/") ? "/" : ".") : folder, events) >= 0
    else {
      close(descriptor)
      return
    }
    Thread.start {
      while wait(descriptor, for: name) {
        usleep(pause)
        changed()
      }
      close(descriptor)
    }
  }

  /// Blocks until something happens to a file of this name; false when the watch is over.
  private static func wait(_ descriptor: Int32, for name: String) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      if names(in: buffer[..<count]).contains(name) { return true }
    }
  }

  /// inotify(7): a head of 16 bytes, whose last four are the length of the name that follows, padded with zeros.
  private static func names(in bytes: ArraySlice<UInt8>) -> [String] {
    var names: [String] = []
    var rest = bytes
    while rest.count >= 16 {
      let length = rest.dropFirst(12).prefix(4).enumerated().reduce(0) {
        $0 | Int($1.element) << (8 * $1.offset)
      }
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      rest = rest.dropFirst(16 + length)
    }
    return names
  }
}
