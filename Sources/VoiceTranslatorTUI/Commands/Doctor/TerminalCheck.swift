import CTerm
import Glibc
import VoiceTranslatorCore

/// What the terminal can do, by its description and by its own answers.
enum TerminalCheck {
  /// Characters whose width terminals see differently: wide, combining, an emoji, an ellipsis, half-width, Thai.
  static let samples = ["日本語", "한글", "e\u{301}", "👍", "…", "ｱｲ", "ที่"]

  static func findings(_ type: String) -> [Finding] {
    guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else {
      return [Finding("terminal", good: "not looked at: standard input or output is none")]
    }
    let colors = ct_colors(type)
    guard colors >= 0 else {
      return [
        Finding(
          "terminal", .broken,
          Notice(
            "Its type '\(type)' is not known here.", remedy: "Set TERM to what it is, for example xterm."))
      ]
    }
    let answers = TerminalAnswers.ask(samples: SystemCheck.codeset == "UTF-8" ? samples : [])
    return [
      Finding("terminal", good: "\(type), \(colors == 0 ? "no" : String(colors)) colours"), widths(answers),
    ]
  }

  static func widths(_ answers: TerminalAnswers) -> Finding {
    guard !answers.widths.isEmpty else {
      return Finding("wide characters", good: "not measured: no UTF-8, or no answer")
    }
    let wrong = zip(samples, answers.widths).filter { DisplayWidth.of($0) != $1 }
    guard !wrong.isEmpty else { return Finding("wide characters", good: "they are as wide as expected") }
    let list = wrong.map { "\($0) takes \($1) columns, not \(DisplayWidth.of($0))" }
    return Finding(
      "wide characters", .warning,
      Notice(
        "Not as expected: \(list.joined(separator: "; ")).",
        remedy: "Rows with such characters may shift: choose Unicode widths in the terminal's settings."))
  }
}
