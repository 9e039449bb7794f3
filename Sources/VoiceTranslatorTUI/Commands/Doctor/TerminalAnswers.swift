/// What the terminal answered to questions about itself.
struct TerminalAnswers: Equatable {
  /// Columns that each sample took, by the cursor's place after it; empty when it didn't tell all.
  var widths: [Int] = []

  /// Asks for up to a second. Each sample is written, measured by a cursor position report, and erased.
  static func ask(samples: [String]) -> TerminalAnswers {
    let questions = samples.map { "\r\u{1B}[K\($0)\u{1B}[6n" }.joined() + "\r\u{1B}[K"
    return TerminalAnswers(TerminalQuestion.ask(questions) ?? [], count: samples.count)
  }

  /// Understands the answers to so many samples.
  init(_ bytes: [UInt8], count: Int) {
    for report in TerminalQuestion.sequences(in: bytes) where report.last == "R" {
      let column = report.dropLast().split(separator: ";").last.flatMap { Int($0) }
      widths.append((column ?? 1) - 1)
    }
    if widths.count != count { widths = [] }
  }

  init() {}
}
