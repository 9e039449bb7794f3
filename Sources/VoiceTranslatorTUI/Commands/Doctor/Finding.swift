import VoiceTranslatorCore

/// What the doctor found about one thing.
struct Finding: Encodable, Equatable {
  /// How bad it is.
  enum Severity: String, Encodable, Comparable {
    case good, warning, broken

    private var rank: Int {
      switch self {
      case .good: 0
      case .warning: 1
      case .broken: 2
      }
    }
    static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
  }

  /// What was looked at, in a word or two.
  var check: String
  var status: Severity
  /// What there is, or what is wrong.
  var text: String
  /// What to do about it.
  var remedy: String?

  /// All is well.
  init(_ check: String, good text: String) {
    self.check = Sanitizer.line(check)
    status = .good
    self.text = Sanitizer.line(text)
  }

  /// Something isn't as it should be. A warning: turns work nevertheless.
  init(_ check: String, _ status: Severity, _ trouble: Notice) {
    self.check = Sanitizer.line(check)
    self.status = status
    text = trouble.message
    remedy = trouble.remedy.isEmpty ? nil : trouble.remedy
  }

  /// The line that people read. Marks without UTF-8 are plain letters.
  func line(isUTF8: Bool) -> String {
    let mark =
      switch status {
      case .good: isUTF8 ? "✓" : "+"
      case .warning: "!"
      case .broken: isUTF8 ? "✗" : "x"
      }
    return "\(mark) \(check): \(text)" + (remedy.map { " \($0)" } ?? "")
  }
}
