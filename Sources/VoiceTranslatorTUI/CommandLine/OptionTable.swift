extension CommandOption {
  /// Every option: first those of single commands, then the common ones.
  static let all: [CommandOption] = [
    CommandOption(
      name: "--text", argument: "TEXT", help: "translate this instead of a recording", commands: [.translate]),
    CommandOption(
      name: "--format", argument: "text|json|srt|vtt",
      help: "how results are printed; text unless said otherwise",
      commands: [.translate], completion: .words(TranslateOptions.Format.allCases.map(\.rawValue))),
    CommandOption(
      name: "--speak", argument: "FILE.mp3|-",
      help: "write the spoken translation here; {lang} and {name} are filled in, - is standard output",
      commands: [.translate], completion: .file),
    CommandOption(name: "--no-speech", help: "don't make speech", commands: [.translate]),
    CommandOption(name: "--play", help: "play the spoken translation", commands: [.translate]),
    CommandOption(
      name: "--format", argument: "md|txt|srt|vtt|json",
      help: "the form of an export; md unless said otherwise",
      commands: [.history], completion: .words(ExportFormat.allCases.map(\.rawValue))),
    CommandOption(name: "--all", help: "forget every conversation", commands: [.history]),
    CommandOption(
      name: "--json", help: "print JSON, in the form of the schemas that come with the program",
      commands: [.models, .doctor, .devices, .languages, .backends, .stats, .history, .unsent]),
    CommandOption(
      name: "--reset-terminal", help: "undo what a killed program left on this terminal", commands: [.doctor]),
    CommandOption(
      name: "--listen", argument: "ADDRESS", help: "127.0.0.1:PORT or unix:PATH", commands: [.engine]),
    CommandOption(
      name: "--token-env", argument: "NAME", help: "the variable that holds the token callers must show",
      commands: [.engine]),
    CommandOption(
      name: "--mirror", argument: "URL", help: "where models are pulled from",
      setting: ("engine.mirror", nil), commands: [.models]),
    CommandOption(
      name: "--generate", argument: "man|bash|zsh|fish",
      help: "print the manual page or the completions for a shell", commands: [.terminal],
      completion: .words(GeneratedPage.allCases.map(\.rawValue))),

    CommandOption(
      name: "--config", argument: "FILE", help: "read this configuration file", completion: .file),
    CommandOption(
      name: "--backend", argument: "NAME", help: "use this backend", setting: ("backend", nil),
      completion: .words(["engine"])),
    CommandOption(
      name: "--from", argument: "TAG|auto[:TAG,TAG…]", help: "the language spoken", setting: ("from", nil),
      completion: .languages(extra: ["auto"], isList: false)),
    CommandOption(
      name: "--to", argument: "TAG[,TAG…]|none", help: "the languages to translate to; none only transcribes",
      setting: ("to", nil), completion: .languages(extra: ["none"], isList: true)),
    CommandOption(
      name: "--voice", argument: "LANG=NAME", help: "the voice for a language; may be given several times",
      setting: ("speech.voices", nil)),
    CommandOption(name: "--speed", argument: "X", help: "speaking rate", setting: ("speech.speed", nil)),
    CommandOption(
      name: "--capture", argument: "ID", help: "the microphone; devices lists them",
      setting: ("audio.capture", nil)),
    CommandOption(
      name: "--playback", argument: "ID", help: "the speaker; devices lists them",
      setting: ("audio.playback", nil)),
    CommandOption(
      name: "--talk-key", argument: "KEY", help: "hold this key to talk instead of SPACE",
      setting: ("hold.key", nil)),
    CommandOption(
      name: "--hold-source", argument: "terminal|evdev:PATH", help: "what tells that the key is let go",
      setting: ("hold.source", nil)),
    CommandOption(
      name: "--linear", help: "write lines instead of a screen, for screen readers and logs",
      setting: ("ui.linear", "true")),
    CommandOption(
      name: "--cold-microphone", help: "open the microphone at the key press only",
      setting: ("audio.warm", "false")),
    CommandOption(
      name: "--no-spool", help: "keep recordings in memory only", setting: ("spool.enabled", "false")),
    CommandOption(name: "--private", help: "keep no history and no recordings", setting: ("private", "true")),
    CommandOption(name: "--offline", help: "use the built-in engine only", setting: ("offline", "true")),
    CommandOption(name: "--ascii", help: "draw with ASCII only", setting: ("ui.ascii", "true")),
    CommandOption(name: "--no-color", help: "use no colours", setting: ("ui.color", "false")),
    CommandOption(
      name: "--log", argument: "FILE",
      help: "add what happens to this file, never words that were spoken or keys",
      completion: .file),
    CommandOption(
      name: "--verbose", short: "-v", help: "tell more: in the log, and without a screen on standard error"),
    CommandOption(name: "--help", short: "-h", help: "say how to use a command"),
    CommandOption(name: "--version", help: "print the version"),
  ]
}
