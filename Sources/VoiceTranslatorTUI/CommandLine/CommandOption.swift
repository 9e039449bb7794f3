/// One option of the command line, as the parser, `--help` and the suggestions see it.
struct CommandOption {
  var name: String
  var short: String?
  /// What stands for its value in the help; nil: it takes none.
  var argument: String?
  var help: String
  /// The setting it sets, and the word it sets when it takes no argument.
  var setting: (path: String, word: String?)?
  /// The commands that know it; empty: all.
  var commands: Set<CommandName> = []

  static let all: [CommandOption] = [
    CommandOption(
      name: "--text", argument: "TEXT", help: "translate this instead of a recording", commands: [.translate]),
    CommandOption(
      name: "--format", argument: "text|json", help: "how results are printed", commands: [.translate]),
    CommandOption(
      name: "--speak", argument: "FILE.mp3|-", help: "write the spoken translation here; - is stdout",
      commands: [.translate]),
    CommandOption(name: "--no-speech", help: "don't make speech", commands: [.translate]),
    CommandOption(name: "--play", help: "play the spoken translation", commands: [.translate]),
    CommandOption(
      name: "--reset-terminal", help: "undo what a killed program left on this terminal", commands: [.doctor]),
    CommandOption(
      name: "--listen", argument: "ADDRESS", help: "127.0.0.1:PORT or unix:PATH", commands: [.engine]),
    CommandOption(
      name: "--token-env", argument: "NAME", help: "the variable that holds the token callers must show",
      commands: [.engine]),

    CommandOption(name: "--config", argument: "FILE", help: "read this configuration file"),
    CommandOption(
      name: "--backend", argument: "NAME", help: "use this backend", setting: ("backend", nil)),
    CommandOption(
      name: "--from", argument: "TAG|auto[:TAG,TAG…]", help: "the language spoken", setting: ("from", nil)),
    CommandOption(
      name: "--to", argument: "TAG[,TAG…]|none", help: "the languages to translate to", setting: ("to", nil)),
    CommandOption(
      name: "--voice", argument: "LANG=NAME", help: "the voice for a language",
      setting: ("speech.voices", nil)),
    CommandOption(name: "--speed", argument: "X", help: "speaking rate", setting: ("speech.speed", nil)),
    CommandOption(
      name: "--capture", argument: "ID", help: "the microphone", setting: ("audio.capture", nil)),
    CommandOption(
      name: "--playback", argument: "ID", help: "the speaker", setting: ("audio.playback", nil)),
    CommandOption(
      name: "--talk-key", argument: "KEY", help: "hold this key to talk instead of SPACE",
      setting: ("hold.key", nil)),
    CommandOption(
      name: "--hold-source", argument: "terminal|evdev:PATH", help: "what tells that the key is let go",
      setting: ("hold.source", nil)),
    CommandOption(
      name: "--cold-microphone", help: "open the microphone at the key press only",
      setting: ("audio.warm", "false")),
    CommandOption(
      name: "--no-spool", help: "keep recordings in memory only", setting: ("spool.enabled", "false")),
    CommandOption(name: "--private", help: "leave nothing on disk", setting: ("private", "true")),
    CommandOption(name: "--offline", help: "use the built-in engine only", setting: ("offline", "true")),
    CommandOption(
      name: "--linear", help: "write lines instead of a screen, for screen readers and logs",
      setting: ("ui.linear", "true")),
    CommandOption(name: "--ascii", help: "draw with ASCII only", setting: ("ui.ascii", "true")),
    CommandOption(name: "--no-color", help: "use no colours", setting: ("ui.color", "false")),
    CommandOption(name: "--help", short: "-h", help: "say how to use a command"),
    CommandOption(name: "--version", help: "print the version"),
  ]

  func isKnown(to command: CommandName) -> Bool { commands.isEmpty || commands.contains(command) }
}

/// The commands; the first, without a name, is the terminal program.
enum CommandName: String, CaseIterable {
  case terminal = ""
  case translate, engine, doctor, devices, languages, unsent

  var usage: String {
    switch self {
    case .terminal: "voice-translator [OPTION…]"
    case .translate: "voice-translator translate [FILE.wav…|-] [OPTION…]"
    case .engine: "voice-translator engine [--listen ADDRESS] [--token-env NAME]"
    case .doctor: "voice-translator doctor [--reset-terminal]"
    case .devices: "voice-translator devices"
    case .languages: "voice-translator languages"
    case .unsent: "voice-translator unsent [list | send | save ID FILE | delete ID]"
    }
  }

  var help: String {
    switch self {
    case .terminal: "the terminal program: hold SPACE and speak"
    case .translate: "no screen: recordings in, text and MP3 out"
    case .engine: "run the built-in engine on its own"
    case .doctor: "check what a turn needs"
    case .devices: "list microphones and speakers"
    case .languages: "list the languages and what the backend can do with each"
    case .unsent: "recordings whose translation is not complete"
    }
  }
}
