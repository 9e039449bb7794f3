/// The completions for bash, without a need for the package bash-completion.
enum BashCompletion {
  static var text: String {
    """
    # bash completion for voice-translator, made by: voice-translator --generate bash
    _voice_translator() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command='' verb=''
      local head='' words=''
      # "--to=es" comes as three words.
      if [[ $cur == "=" ]]; then cur=''; elif [[ $prev == "=" ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi
      [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} != -* ]] && command=${COMP_WORDS[1]}
      [[ -n $command && $COMP_CWORD -gt 2 ]] && verb=${COMP_WORDS[2]}
      COMPREPLY=()
      case "$command:$prev" in
    \(values)
      esac
      if [[ $cur == -* ]]; then
        case "$command" in
    \(CommandName.allCases.map(options).joined(separator: "\n"))
        esac
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
        return
      fi
      if [[ $COMP_CWORD -eq 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "\(names)" -- "$cur")
        return
      fi
      case "$command:$verb" in
    \(operands)
      esac
    }
    complete -F _voice_translator voice-translator

    """
  }

  private static var names: String { CommandName.allCases.dropFirst().map(\.rawValue).joined(separator: " ") }

  /// A branch for each option that takes a value; those of single commands come first in the table.
  private static var values: String {
    CommandOption.all.filter { $0.argument != nil }.map { option in
      let commands = option.commands.isEmpty ? ["*"] : option.commands.map(\.rawValue).sorted()
      let patterns = commands.flatMap { command in
        [option.name, option.short].compactMap { $0 }.map { "\(command):\($0)" }
      }
      return branch(patterns, option.completion, last: "return")
    }.joined(separator: "\n")
  }

  private static func options(_ command: CommandName) -> String {
    let known = CommandOption.all.filter { $0.isKnown(to: command) }.map(\.name)
    return "      \(command.rawValue.shellQuoted)) words=\(known.joined(separator: " ").shellQuoted) ;;"
  }

  private static var operands: String {
    var branches = [branch(["translate:*"], .file, last: ":")]
    for command in CommandName.allCases where !command.verbs.isEmpty {
      branches.append(branch(["\(command.rawValue):"], .words(command.verbs.map(\.name)), last: ":"))
      for verb in command.verbs where verb.completion != .nothing {
        branches.append(branch(["\(command.rawValue):\(verb.name)"], verb.completion, last: ":"))
      }
    }
    return branches.joined(separator: "\n")
  }

  private static func branch(_ patterns: [String], _ completion: Completion, last: String) -> String {
    let action =
      switch completion {
      case .nothing: ""
      case .file: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\");"
      case .firstColumn(let words):
        "mapfile -t COMPREPLY < <(compgen -W \"$(voice-translator \(words) 2>/dev/null | cut -f 1)\" -- \"$cur\");"
      case .words, .languages(_, isList: false):
        "mapfile -t COMPREPLY < <(compgen -W \(completion.words.joined(separator: " ").shellQuoted) -- \"$cur\");"
      case .languages(_, isList: true):
        "[[ $cur == *,* ]] && head=${cur%,*},; mapfile -t COMPREPLY < <(compgen -P \"$head\" -W "
          + "\(completion.words.joined(separator: " ").shellQuoted) -- \"${cur##*,}\");"
      }
    return "    \(patterns.joined(separator: "|"))) \(action) \(last) ;;"
  }
}
