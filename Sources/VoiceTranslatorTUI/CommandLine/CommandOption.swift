/// One option of the command line, as the parser, `--help`, the man page, the completions and the suggestions see it.
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
  /// What its value is completed with.
  var completion = Completion.nothing

  func isKnown(to command: CommandName) -> Bool { commands.isEmpty || commands.contains(command) }

  /// The options of a command alone, in the table's order.
  static func own(_ command: CommandName) -> [CommandOption] { all.filter { $0.commands.contains(command) } }

  /// The options of all commands.
  static var common: [CommandOption] { all.filter { $0.commands.isEmpty } }

  /// `-h, --help`, `--to TAG`.
  var synopsis: String {
    let names = [short, name].compactMap { $0 }.joined(separator: ", ")
    return argument.map { "\(names) \($0)" } ?? names
  }
}
