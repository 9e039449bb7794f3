import Glibc

/// Asks the terminal something and leaves it as it was.
enum TerminalQuestion {
  /// Device attributes, which every terminal tells: the fence behind the answers to what was asked before.
  private static let fence = "\u{1B}[c"
  private static let patience = Duration.seconds(1)

  /// What the terminal sent in up to a second; nil when standard input or output is no terminal. `undo` is written
  /// once it has answered.
  static func ask(_ question: String, undo: String = "") -> [UInt8]? {
    var before = termios()
    guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var raw = before
    cfmakeraw(&raw)
    // What is printed meanwhile still goes line by line.
    raw.c_oflag = before.c_oflag
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    // Flushed: late answers are not to be taken for something the user typed.
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
    guard PrivateFile.write(Array((question + fence).utf8), to: STDOUT_FILENO) else { return [] }
    defer { _ = PrivateFile.write(Array(undo.utf8), to: STDOUT_FILENO) }
    return read()
  }

  /// What follows each CSI, the final byte included.
  static func sequences(in bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}[").compactMap { part in
      part.firstIndex { ("@"..."~").contains($0) }.map { String(part[...$0]) }
    }
  }

  private static func read() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1024)
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      var terminal = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&terminal, 1, 50) > 0 else { continue }
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
      if sequences(in: bytes).contains(where: { $0.hasSuffix("c") }) { break }
    }
    return bytes
  }
}
