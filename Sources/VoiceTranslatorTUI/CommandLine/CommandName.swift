/// The commands; the first, without a name, is the terminal program.
enum CommandName: String, CaseIterable {
  case terminal = ""
  case translate, engine, models, doctor, devices, languages, backends, stats, history, unsent, config

  /// What it is for, in a line.
  var help: String {
    switch self {
    case .terminal: "the terminal program: hold SPACE and speak"
    case .translate: "no screen: recordings in, text and MP3 out"
    case .engine: "run the built-in engine on its own"
    case .models: "what the built-in engine works with: whisper:SIZE, translate:FROM-TO, voice:NAME"
    case .doctor: "check what a turn needs, and repair a terminal"
    case .devices: "list microphones and speakers"
    case .languages: "list the languages and what the backend can do with each"
    case .backends: "list the kinds of backend, and those that are configured"
    case .stats: "what the history tells: how much, how fast"
    case .history: "conversations that were kept"
    case .unsent: "recordings whose translation is not complete"
    case .config: "the configuration file"
    }
  }

  /// What may stand after it beside options, when it has no verbs.
  var operands: String? { self == .translate ? "[FILE.wav…|-]" : nil }

  /// Its verbs, the one that is meant when none is given first. Empty: it has none.
  var verbs: [CommandVerb] {
    switch self {
    case .history: CommandVerb.history
    case .unsent: CommandVerb.unsent
    case .config: CommandVerb.config
    case .models: CommandVerb.models
    case .terminal, .translate, .engine, .doctor, .devices, .languages, .backends, .stats: []
    }
  }

  /// How it is called, a line.
  var usage: String {
    let words = ["voice-translator", rawValue].filter { !$0.isEmpty }
    let verbs = verbs.isEmpty ? [] : [verbs.map(\.name).joined(separator: "|")]
    return (words + verbs + [operands].compactMap { $0 } + ["[OPTION…]"]).joined(separator: " ")
  }
}

/// What a command that has several jobs is to do.
struct CommandVerb {
  var name: String
  /// What must and may follow it, as the help shows it.
  var operands = ""
  /// How many words may follow it.
  var count: ClosedRange<Int> = 0...0
  var help: String
  /// What its operands are completed with.
  var completion = Completion.nothing

  static let history = [
    CommandVerb(name: "list", help: "the conversations, newest first"),
    CommandVerb(name: "search", operands: "TEXT", count: 1...64, help: "what was said with these words"),
    CommandVerb(
      name: "show", operands: "ID", count: 1...1, help: "a conversation",
      completion: .firstColumn("history list")),
    CommandVerb(
      name: "export", operands: "[ID…]", count: 0...10_000,
      help: "conversations (all, without an ID) in another form",
      completion: .firstColumn("history list")),
    CommandVerb(
      name: "import", operands: "FILE", count: 1...1,
      help: "what export --format json wrote; - is standard input",
      completion: .file),
    CommandVerb(
      name: "forget", operands: "ID…|--all", count: 0...10_000, help: "delete conversations for good",
      completion: .firstColumn("history list")),
  ]

  static let unsent = [
    CommandVerb(name: "list", help: "the recordings, oldest first"),
    CommandVerb(name: "send", help: "translate them all; those that succeed are removed"),
    CommandVerb(
      name: "play", operands: "ID", count: 1...1, help: "listen to one",
      completion: .firstColumn("unsent list")),
    CommandVerb(
      name: "save", operands: "ID FILE", count: 2...2, help: "copy one to a WAV file",
      completion: .firstColumn("unsent list")),
    CommandVerb(
      name: "delete", operands: "ID", count: 1...1, help: "delete one",
      completion: .firstColumn("unsent list")),
  ]

  static let models = [
    CommandVerb(name: "list", help: "the models that are there"),
    CommandVerb(
      name: "pull", operands: "NAME…", count: 1...64, help: "get models; a running engine takes them up"),
    CommandVerb(
      name: "verify", operands: "[NAME…]", count: 0...64,
      help: "check that models (all, without a name) are whole", completion: .firstColumn("models list")),
    CommandVerb(
      name: "remove", operands: "NAME…", count: 1...64, help: "delete models",
      completion: .firstColumn("models list")),
  ]

  static let config = [
    CommandVerb(name: "check", help: "say whether the file and the environment are right"),
    CommandVerb(name: "show", help: "every setting in force, and where it was set"),
    CommandVerb(name: "path", help: "where the file is"),
    CommandVerb(name: "edit", help: "open it in $VISUAL or $EDITOR, then check it"),
    CommandVerb(name: "init", help: "write a file that explains every setting, if there is none"),
  ]
}
