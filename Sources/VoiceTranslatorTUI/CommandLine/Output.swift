import Glibc
import VoiceTranslatorCore

/// Results go to standard output, everything else to standard error.
enum Output {
  /// Prints a line of results. False when nobody reads any more (a closed pipe).
  @discardableResult
  static func result(_ line: String) -> Bool {
    PrivateFile.write(Array((line + "\n").utf8), to: STDOUT_FILENO)
  }

  /// Prints a line beside the results.
  static func note(_ line: String) { _ = PrivateFile.write(Array((line + "\n").utf8), to: STDERR_FILENO) }

  /// Prints a notice, after the name of what it is about.
  static func note(_ notice: Notice, about name: String? = nil) {
    note("voice-translator: " + (name.map { "\(Sanitizer.line($0)): " } ?? "") + notice.text)
  }
}

/// How a command ends (the numbers are part of the command line's contract).
enum ExitStatus: Int32 {
  case done = 0
  case failed = 1
  case usage = 2
  case nothingHeard = 3
  case interrupted = 130

  /// The worst of several recordings: 1, then 3, then 0.
  static func worst(_ statuses: some Sequence<ExitStatus>) -> ExitStatus {
    let statuses = Set(statuses)
    return [.interrupted, .usage, .failed, .nothingHeard].first(where: statuses.contains) ?? .done
  }
}
