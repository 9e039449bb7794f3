import Glibc
import Synchronization
import VoiceTranslatorCore

/// One line on standard error that says what goes on, where that is a terminal; it is gone before anything else is
/// printed.
enum ProgressLine {
  private static let isShown = Mutex(false)

  private static let isWanted: Bool = {
    let type = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    return isatty(STDERR_FILENO) != 0 && type != "dumb"
  }()

  /// Shows a text in place of the one before, cut to the terminal's width.
  static func show(_ text: String) {
    guard isWanted else { return }
    isShown.withLock { isShown in
      var size = winsize()
      let columns =
        ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
      let line = Sanitizer.line(text, limit: columns - 1)
      // ECMA-48: to the line's start, erase it, write.
      _ = PrivateFile.write(Array("\r\u{1B}[K\(line)".utf8), to: STDERR_FILENO)
      isShown = true
    }
  }

  /// Takes the line away.
  static func clear() {
    isShown.withLock { isShown in
      guard isShown else { return }
      _ = PrivateFile.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
      isShown = false
    }
  }
}
