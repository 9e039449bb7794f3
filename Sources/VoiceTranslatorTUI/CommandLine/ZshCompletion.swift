/// The completions for zsh.
enum ZshCompletion {
  static var text: String {
    """
    #compdef voice-translator
    # zsh completion for voice-translator, made by: voice-translator --generate zsh
    _voice_translator() {
      local context state line
      local -a common commands verbs
      common=(
    \(CommandOption.common.map(spec).joined(separator: "\n"))
      )
      commands=(
    \(CommandName.allCases.dropFirst().map { "    " + described($0.rawValue, $0.help) }.joined(separator: "\n"))
      )
      if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _describe -t commands command commands
        return
      fi
      if [[ $words[2] == -* ]]; then
        _arguments -s $common \(CommandOption.own(.terminal).map(spec).joined(separator: " "))
        return
      fi
      local command=$words[2]
      shift words
      (( CURRENT-- ))
      case $command in
    \(CommandName.allCases.dropFirst().map(branch).joined(separator: "\n"))
      esac
    }
    _voice_translator "$@"

    """
  }

  private static func branch(_ command: CommandName) -> String {
    let own = CommandOption.own(command).map(spec).joined(separator: " ")
    guard !command.verbs.isEmpty else {
      let operands = command.operands == nil ? "" : " '*:file:_files'"
      return "    \(command.rawValue)) _arguments -s $common \(own)\(operands) ;;"
    }
    let verbs = command.verbs.map { described($0.name, $0.help) }.joined(separator: " ")
    let operands = command.verbs.filter { $0.completion != .nothing }.map {
      "          \($0.name)) \(action($0)) ;;"
    }
    return """
          \(command.rawValue))
            verbs=(\(verbs))
            if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe -t verbs verb verbs; return; fi
            _arguments -s $common \(own) '*:operand:->operand' && return
            [[ $state == operand ]] && case $line[1] in
      \(operands.joined(separator: "\n"))
            esac ;;
      """
  }

  private static func action(_ verb: CommandVerb) -> String {
    if case .firstColumn(let words) = verb.completion {
      return "compadd -- ${(f)\"$(voice-translator \(words) 2>/dev/null | cut -f 1)\"}"
    }
    return "_files"
  }

  private static func described(_ name: String, _ help: String) -> String {
    "\(name):\(help.replacing(":", with: "\\:"))".shellQuoted
  }

  private static func spec(_ option: CommandOption) -> String {
    let help = option.help.replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(":", with: "\\:")
    let value = option.argument.map { argument in
      ":\(argument.replacing(":", with: "\\:")):\(action(option.completion))"
    }
    return [option.short, option.name].compactMap { $0 }.map { "\($0)[\(help)]\(value ?? "")".shellQuoted }
      .joined(separator: " ")
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing, .firstColumn: " "
    case .file: "_files"
    case .words, .languages(_, isList: false): "(\(completion.words.joined(separator: " ")))"
    case .languages(_, isList: true): "_sequence compadd - \(completion.words.joined(separator: " "))"
    }
  }
}
