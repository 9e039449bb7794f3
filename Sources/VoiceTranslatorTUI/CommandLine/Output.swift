import FoundationEssentials
import Glibc
import VoiceTranslatorCore

/// Results go to standard output, everything else to standard error.
///
/// Where results can't be written the program ends: quietly, as other tools do, when nobody reads any more (a closed
/// pipe), else with a message.
enum Output {
  /// Prints a line of results.
  static func result(_ line: String) { text(line + "\n") }

  /// Prints results that bring their own line ends.
  static func text(_ text: String) { bytes(Array(text.utf8)) }

  /// Writes results as they are.
  static func bytes(_ bytes: [UInt8]) {
    ProgressLine.clear()
    guard PrivateFile.write(bytes, to: STDOUT_FILENO) else { end(errno) }
  }

  /// Prints a value as JSON in several lines, or in one.
  static func json(_ value: some Encodable, inOneLine: Bool = false) {
    result(JSONText.of(value, inOneLine: inOneLine))
  }

  /// Prints a line beside the results.
  static func note(_ line: String) {
    ProgressLine.clear()
    _ = PrivateFile.write(Array((line + "\n").utf8), to: STDERR_FILENO)
  }

  /// Prints a notice, after the name of what it is about.
  static func note(_ notice: Notice, about name: String? = nil) {
    note("voice-translator: " + (name.map { "\(Sanitizer.line($0)): " } ?? "") + notice.text)
  }

  private static func end(_ code: Int32) -> Never {
    if code == EPIPE {
      // Ended by the signal, as the shell expects it of a member of a pipeline.
      signal(SIGPIPE, SIG_DFL)
      var only = sigset_t()
      sigemptyset(&only)
      sigaddset(&only, SIGPIPE)
      pthread_sigmask(SIG_UNBLOCK, &only, nil)
      raise(SIGPIPE)
    }
    note(
      Notice(
        "Standard output can't be written: \(String(cString: strerror(code))).",
        remedy: "Make room, or send it elsewhere."))
    exit(ExitStatus.failed.rawValue)
  }
}

/// JSON for results.
enum JSONText {
  /// A value as JSON: keys in a fixed order, and no control character that a terminal would obey. In a JSON text these
  /// can stand in strings only, where an escape means the same.
  static func of(_ value: some Encodable, inOneLine: Bool) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !inOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
    // Only plain values are given: encoding can't fail.
    let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.value {
      case 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
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
