import Glibc
import VoiceTranslatorCore

/// Asks the terminal how it tells held keys, as the program does at its start, and leaves it as it was.
enum KeyboardProbe {
  /// The keyboard protocol pushed, its flags asked for, and device attributes as the fence behind the answer.
  private static let question = "\u{1B}[>31u\u{1B}[?u\u{1B}[c"
  private static let undo = "\u{1B}[<u"
  private static let patience = Duration.seconds(1)

  /// Nil: standard input or output is no terminal.
  static func run() -> HoldMode? {
    var before = termios()
    guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var raw = before
    cfmakeraw(&raw)
    // What is printed meanwhile still goes line by line.
    raw.c_oflag = before.c_oflag
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
    say(question)
    defer { say(undo) }
    return answer()
  }

  private static func answer() -> HoldMode {
    var decoder = KeyDecoder()
    var mode = HoldMode.unanswered
    let deadline = ContinuousClock.now + patience
    while case let left = deadline - .now, left > .zero {
      var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Int32(left / .milliseconds(1)) + 1) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 256)
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else { break }
      for event in decoder.decode(buffer[..<count], at: .zero) {
        if case .keyboardProtocol(let flags) = event { mode = HoldMode(flags: flags) }
        if case .deviceAttributes = event { return mode == .unanswered ? .withoutProtocol : mode }
      }
    }
    return mode
  }

  private static func say(_ text: String) { _ = write(STDOUT_FILENO, text, text.utf8.count) }
}

extension KeyboardProbe {
  /// How the talk key's release is told here, and why; never trouble, because holding works in every terminal.
  static func finding(_ context: ProgramContext) -> Finding { Finding("talk key", good: told(context)) }

  private static func told(_ context: ProgramContext) -> String {
    if case .evdev(let path) = context.configuration.holdSource {
      do throws(EvdevError) {
        _ = try EvdevKeyboard(path: path, keys: context.configuration.talkKeys)
        return "\(HoldMode.evdev(path).word): \(HoldMode.evdev(path).reason())"
      } catch {
        return Notice(error).text
      }
    }
    guard let mode = run() else { return "not asked, because this is no terminal" }
    let timings = TerminalTimings(folder: context.paths.state, terminal: context.environment["TERM"] ?? "")
    return "\(mode.word): \(mode.reason(timings.read()))"
  }
}
