import VoiceTranslatorCore

/// The text of `--help`, made of the tables of commands and options.
enum HelpText {
  static let version = "voice-translator 0.1.0"

  static let exitStatus: [(ExitStatus, String)] = [
    (.done, "done"), (.failed, "it failed; the message says why and what to do"),
    (.usage, "the command line or the configuration is wrong"), (.nothingHeard, "nothing was heard"),
    (.interrupted, "interrupted"),
  ]

  static func text(for command: CommandName) -> String {
    var lines = [command.usage, "  \(command.help)", ""]
    if command == .terminal {
      lines += ["Commands:"]
      lines += CommandName.allCases.dropFirst().map { row($0.rawValue, $0.help) }
      lines += [""]
    }
    if !command.verbs.isEmpty {
      lines += ["Verbs:"] + command.verbs.map { row("\($0.name) \($0.operands)", $0.help) } + [""]
    }
    let own = CommandOption.own(command)
    if !own.isEmpty { lines += ["Options:"] + own.map { row($0.synopsis, $0.help) } + [""] }
    lines += ["Common options:"] + CommandOption.common.map { row($0.synopsis, $0.help) }
    lines += ["", "Exit status:"] + exitStatus.map { row(String($0.0.rawValue), $0.1) }
    return lines.joined(separator: "\n")
  }

  /// A name and its help, which is wrapped; a long name has its help below it.
  private static func row(_ name: String, _ help: String) -> String {
    let indent = 31
    let lines = Wrap.lines(help, width: 80 - indent)
    let gap = String(repeating: " ", count: max(0, indent - 2 - name.count))
    let below = lines.map { String(repeating: " ", count: indent) + $0 }
    guard name.count < indent - 3 else { return (["  \(name)"] + below).joined(separator: "\n") }
    return (["  \(name)\(gap)\(lines.first ?? "")"] + below.dropFirst()).joined(separator: "\n")
  }
}
