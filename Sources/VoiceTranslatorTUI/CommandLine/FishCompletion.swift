/// The completions for fish.
enum FishCompletion {
  static var text: String {
    var lines = [
      "# fish completion for voice-translator, made by: voice-translator --generate fish",
      "complete -c voice-translator -f",
    ]
    for command in CommandName.allCases.dropFirst() {
      lines.append(line("-n __fish_use_subcommand -a \(command.rawValue)", command.help))
    }
    for command in CommandName.allCases {
      lines += command.verbs.map { verb in
        let condition =
          "__fish_seen_subcommand_from \(command.rawValue); and not __fish_seen_subcommand_from "
        let names = command.verbs.map(\.name).joined(separator: " ")
        return line("-n \((condition + names).shellQuoted) -a \(verb.name)", verb.help)
      }
      lines += command.verbs.filter { $0.completion != .nothing }.map { verb in
        let condition =
          "__fish_seen_subcommand_from \(command.rawValue); and __fish_seen_subcommand_from \(verb.name)"
        return line("-n \(condition.shellQuoted) \(values(verb.completion))", "")
      }
    }
    lines.append(line("-n '__fish_seen_subcommand_from translate' -F", ""))
    lines += CommandOption.all.map(line)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ option: CommandOption) -> String {
    let condition =
      option.commands.isEmpty
      ? ""
      : option.commands == [.terminal]
        ? "-n __fish_use_subcommand "
        : "-n '__fish_seen_subcommand_from \(option.commands.map(\.rawValue).sorted().joined(separator: " "))' "
    let short = option.short.map { "-s \($0.dropFirst()) " } ?? ""
    let value =
      option.argument == nil ? "" : option.completion == .file ? "-r -F " : "-x \(values(option.completion)) "
    return line("\(condition)\(short)-l \(option.name.dropFirst(2)) \(value)", option.help)
  }

  private static func line(_ words: String, _ help: String) -> String {
    "complete -c voice-translator \(words)" + (help.isEmpty ? "" : " -d \(quoted(help))")
  }

  private static func values(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ""
    case .file: "-F"
    case .words, .languages(_, isList: false): "-a \(quoted(completion.words.joined(separator: " ")))"
    case .languages(_, isList: true):
      "-a \(quoted("(__fish_append , \(completion.words.joined(separator: " ")))"))"
    case .firstColumn(let words): "-a \(quoted("(voice-translator \(words) 2>/dev/null | cut -f 1)"))"
    }
  }

  /// In fish's single quotes a backslash escapes a quote and itself.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
