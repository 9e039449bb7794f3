/// What `translate` was asked for, checked.
struct TranslateOptions: Equatable {
  /// How results are printed.
  enum Format: String, CaseIterable { case text, json, srt, vtt }

  /// What is to be translated.
  enum Input: Equatable {
    /// A recording's path.
    case file(String)
    /// A recording on standard input.
    case standardInput
    /// Written words.
    case text(String)

    /// How messages and results call it.
    var name: String {
      switch self {
      case .file(let path): path
      case .standardInput: "-"
      case .text: "--text"
      }
    }
  }

  /// Where the speech goes.
  enum Speech: Equatable {
    /// Nowhere: none is made.
    case none
    /// To the file at this path; `{lang}` in it stands for the target, `{name}` for the input's name.
    case file(String)
    /// To standard output; the text goes to standard error.
    case standardOutput
  }

  var inputs: [Input]
  var format = Format.text
  var speech = Speech.none
  var plays = false

  /// One recording, its text only.
  init(_ path: String) { inputs = [.file(path)] }

  init(_ invocation: Invocation, targetCount: Int) throws(UsageError) {
    inputs = invocation.operands.map { $0 == "-" ? .standardInput : .file($0) }
    if let text = invocation.options["--text"] { inputs.append(.text(text)) }
    guard !inputs.isEmpty else {
      throw UsageError(
        message: "translate needs a recording.",
        remedy: "Name a WAV file, - for standard input, or use --text.")
    }
    guard inputs.count(where: { $0 == .standardInput }) <= 1 else {
      throw UsageError(message: "Standard input can be read only once.", remedy: "Write - once.")
    }
    if let word = invocation.options["--format"] {
      guard let format = Format(rawValue: word) else {
        throw UsageError(
          message: "--format can't be '\(word)'.", remedy: "It must be text, json, srt or vtt.")
      }
      self.format = format
    }
    plays = invocation.has("--play")
    if let path = invocation.options["--speak"] { speech = path == "-" ? .standardOutput : .file(path) }
    guard !invocation.has("--no-speech") || (speech == .none && !plays) else {
      throw UsageError(
        message: "--no-speech contradicts --speak and --play.", remedy: "Leave one of them out.")
    }
    if case .file(let path) = speech {
      guard targetCount <= 1 || path.contains("{lang}") else {
        throw UsageError(
          message: "With several targets, --speak needs {lang} in the file's name.",
          remedy: "Write for example --speak out-{lang}.mp3.")
      }
      guard inputs.count <= 1 || path.contains("{name}") else {
        throw UsageError(
          message: "With several recordings, --speak needs {name} in the file's name.",
          remedy: "Write for example --speak {name}-{lang}.mp3.")
      }
    }
    guard speech != .standardOutput || (inputs.count == 1 && targetCount <= 1) else {
      throw UsageError(
        message: "--speak - takes one recording and one target.",
        remedy: "Name a file with {name} and {lang}.")
    }
  }

  /// Whether speech is to be made at all.
  var wantsSpeech: Bool { speech != .none || plays }
}
