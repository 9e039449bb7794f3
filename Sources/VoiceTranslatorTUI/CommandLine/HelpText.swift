/// The text of `--help`, made of the tables of commands and options.
enum HelpText {
  static let version = "voice-translator 0.1.0"

  static func text(for command: CommandName) -> String {
    var lines = ["\(command.usage)", "  \(command.help)", ""]
    if command == .terminal {
      lines += ["Commands:"]
      lines += CommandName.allCases.dropFirst().map { row($0.rawValue, $0.help) }
      lines += [""]
    }
    let own = CommandOption.all.filter { $0.commands.contains(command) }
    if !own.isEmpty {
      lines += ["Options:"] + own.map(row) + [""]
    }
    lines += ["Common options:"] + CommandOption.all.filter { $0.commands.isEmpty }.map(row)
    lines += [
      "", "Exit status: 0 done; 1 it failed; 2 the command line or configuration is wrong;",
      "3 nothing was heard; 130 interrupted.",
    ]
    return lines.joined(separator: "\n")
  }

  private static func row(_ option: CommandOption) -> String {
    let names = [option.short, option.name].compactMap { $0 }.joined(separator: ", ")
    return row(option.argument.map { "\(names) \($0)" } ?? names, option.help)
  }

  private static func row(_ name: String, _ help: String) -> String {
    let column = 31
    let gap = name.count < column - 1 ? String(repeating: " ", count: column - name.count) : "  "
    return "  \(name)\(gap)\(help)"
  }
}
