import Glibc
import VoiceTranslatorCore

/// Tells what happens, a line each with its time, for whoever looks for a fault. Spoken words and keys are never in it.
struct Log: Sendable {
  /// How much a line tells.
  enum Level: Sendable { case usual, detailed }

  private let descriptor: Int32
  private let isDetailed: Bool
  private let disk = SerialQueue()

  /// Lines are added to the file at `path` (made with mode 0600). Throws when that can't be opened.
  init(file path: String, isDetailed: Bool) throws(UsageError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw UsageError(
        message: "The log \(path) can't be written: \(String(cString: strerror(errno))).",
        remedy: "Name another file with --log.")
    }
    self.isDetailed = isDetailed
  }

  /// Lines go to standard error.
  init(toStandardError isDetailed: Bool) {
    // Its own: while a screen or a linear terminal is up, standard error is not the terminal's.
    descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    self.isDetailed = isDetailed
  }

  /// The log that the command line asks for; nil: none. `hasScreen`: standard error is the screen's.
  init?(_ invocation: Invocation, hasScreen: Bool) throws(UsageError) {
    if let path = invocation.options["--log"] {
      try self.init(file: path, isDetailed: invocation.has("--verbose"))
    } else if invocation.has("--verbose"), !hasScreen {
      self.init(toStandardError: true)
    } else {
      return nil
    }
  }

  /// Adds a line, on a thread of its own.
  func note(_ line: String, _ level: Level = .usual) {
    guard isDetailed || level == .usual else { return }
    let bytes = Array("\(LocalTime.timestamp().rfc3339) \(getpid()) \(Sanitizer.line(line))\n".utf8)
    disk.run { [descriptor] in _ = PrivateFile.write(bytes, to: descriptor) }
  }

  /// Adds what an event says, if it is worth a line.
  func note(_ event: Event) {
    if let (line, level) = LogLine.of(event) { note(line, level) }
  }

  /// Waits until all is written.
  func finish() { disk.finish(within: .seconds(1)) }
}
