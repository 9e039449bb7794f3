import Glibc

/// What the terminal answered to questions about itself.
struct TerminalAnswers: Equatable {
  /// Columns that each sample took, by the cursor's place after it; empty when it didn't tell all.
  var widths: [Int] = []

  /// Asks, with the terminal in raw mode for up to a second. Each sample is written, measured and erased.
  static func ask(samples: [String]) -> TerminalAnswers {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return TerminalAnswers() }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    // TCSAFLUSH: late answers are not to be taken for something the user typed.
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
    // Cursor position report after each sample; device attributes, which every terminal knows, are the fence behind
    // them.
    let questions = samples.map { "\r\u{1B}[K\($0)\u{1B}[6n" }.joined() + "\r\u{1B}[K\u{1B}[c"
    guard PrivateFile.write(Array(questions.utf8), to: STDOUT_FILENO) else { return TerminalAnswers() }
    return TerminalAnswers(read(), count: samples.count)
  }

  /// Understands the answers to so many samples.
  init(_ bytes: [UInt8], count: Int) {
    for sequence in Self.sequences(in: bytes) {
      switch sequence.last {
      case "R":
        let column = sequence.dropLast().split(separator: ";").last.flatMap { Int($0) }
        widths.append((column ?? 1) - 1)
      default: break
      }
    }
    if widths.count != count { widths = [] }
  }

  init() {}

  /// What follows each CSI, the final byte included.
  private static func sequences(in bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}[").compactMap { part in
      part.firstIndex { ("@"..."~").contains($0) }.map { String(part[...$0]) }
    }
  }

  private static func read() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1024)
    let deadline = ContinuousClock.now + .seconds(1)
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
