import VoiceTranslatorCore

/// The manual page `voice-translator.1`, in the man(7) macros, made of the tables of commands, options and settings.
enum ManPage {
  /// The day of the version, for the page's foot.
  private static let date = "2026-11-30"

  static var text: String {
    let number = HelpText.version.split(separator: " ").last.map(String.init) ?? ""
    return """
      .TH VOICE\\-TRANSLATOR 1 \(date) "voice\\-translator \(number)"
      .SH NAME
      voice\\-translator \\- talk across languages in a terminal
      \(section("SYNOPSIS", synopsis))
      \(section("DESCRIPTION", description))
      \(section("COMMANDS", commands))
      \(section("OPTIONS", (CommandOption.own(.terminal) + CommandOption.common).map(entry).joined(separator: "\n")))
      \(section("EXIT STATUS", HelpText.exitStatus.map { item(String($0.0.rawValue), $0.1) }.joined(separator: "\n")))
      \(section("CONFIGURATION", configuration))
      \(section("FILES", files))
      \(section("EXAMPLES", examples))

      """
  }

  private static var synopsis: String {
    CommandName.allCases.map { roff($0.usage) }.joined(separator: "\n.br\n")
  }

  private static var description: String {
    """
    Hold the space bar, speak, let go: what you said is shown, translated and spoken in another language.
    It works without a network on its built\\-in engine, or with other backends by configuration.
    Inside the program the key ? lists the keys.
    .PP
    Results go to standard output, everything else to standard error.
    """
  }

  private static var commands: String {
    CommandName.allCases.dropFirst().map { command in
      var lines = [".SS \(roff(command.rawValue))", roff(sentence(command.help))]
      lines += command.verbs.map { item("\($0.name) \($0.operands)", $0.help) }
      lines += CommandOption.own(command).map(entry)
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static var configuration: String {
    let rows = Setting.all.map { item($0.path, "\($0.help): \($0.kind.allowed)") }
    return """
      The file is TOML. Every setting can also be given as an environment variable, \
      \(roff("VOICE_TRANSLATOR_")) and its path in capitals with _ for every dot; flags win over variables, variables \
      over the file.
      .B voice\\-translator config init
      writes a file that explains them all. A * stands for the name you give a backend.
      \(rows.joined(separator: "\n"))
      """
  }

  private static var files: String {
    [
      ("$XDG_CONFIG_HOME/voice-translator/config.toml", "the configuration (~/.config)"),
      ("$XDG_DATA_HOME/voice-translator/history.sqlite", "the history (~/.local/share)"),
      ("$XDG_DATA_HOME/voice-translator/models/", "the engine's models"),
      ("$XDG_STATE_HOME/voice-translator/unsent/", "recordings that wait (~/.local/state)"),
      ("$XDG_STATE_HOME/voice-translator/state.toml", "what was chosen on the screen"),
    ].map { item($0.0, $0.1) }.joined(separator: "\n")
  }

  private static var examples: String {
    [
      "voice-translator --from en --to es",
      "voice-translator translate question.wav --from en --to es --speak answer.mp3",
      "voice-translator translate talk.wav --from en --to es --format srt > talk.srt",
      "voice-translator history export --format md > conversations.md",
    ].map { ".EX\n\(roff($0))\n.EE" }.joined(separator: "\n.PP\n")
  }

  private static func section(_ title: String, _ body: String) -> String { ".SH \(title)\n\(body)" }

  private static func entry(_ option: CommandOption) -> String { item(option.synopsis, option.help) }

  private static func item(_ term: String, _ text: String) -> String {
    ".TP\n.B \(roff(term))\n\(roff(sentence(text)))"
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// Text in which nothing is taken for a request of roff.
  static func roff(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
      .trimmedEnd
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}

extension String {
  fileprivate var trimmedEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
