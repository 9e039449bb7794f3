/// What the command line asks for.
struct Invocation: Equatable {
  var command = CommandName.terminal
  /// Words that are no options.
  var operands: [String] = []
  /// Options that set a setting: path, word, and the option as typed.
  var settings: [SettingWord] = []
  /// Other options with their values; an option without a value holds an empty text.
  var options: [String: String] = [:]

  struct SettingWord: Equatable {
    var path: String
    var word: String
    var option: String
  }

  func has(_ option: String) -> Bool { options[option] != nil }
}

/// A command line that can't be understood.
struct UsageError: Error, Equatable {
  var message: String
  var remedy: String
}

extension Invocation {
  /// Reads the words after the program's name. `--` ends the options.
  init(arguments: [String]) throws(UsageError) {
    var words = arguments[...]
    if let first = words.first, !first.hasPrefix("-") {
      guard let command = CommandName(rawValue: first), command != .terminal else {
        let near = NearestWord.to(first, among: CommandName.allCases.map(\.rawValue).filter { !$0.isEmpty })
        throw UsageError(
          message: "'\(first)' is no command.",
          remedy: near.map { "Did you mean '\($0)'?" } ?? "voice-translator --help lists the commands.")
      }
      self.command = command
      words = words.dropFirst()
    }
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      try take(word, &words)
    }
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard
      let option = CommandOption.all.first(where: { $0.name == parts[0] || $0.short == parts[0] }),
      option.isKnown(to: command)
    else {
      let known = CommandOption.all.filter { $0.isKnown(to: command) }.map(\.name)
      let near = NearestWord.to(parts[0], among: known)
      throw UsageError(
        message: "'\(parts[0])' is no option of \(name).",
        remedy: near.map { "Did you mean '\($0)'?" } ?? "\(name) --help lists the options.")
    }
    var value = parts.count > 1 ? parts[1] : nil
    if let argument = option.argument {
      value = value ?? rest.popFirst()
      guard let value, !value.isEmpty else {
        throw UsageError(
          message: "\(option.name) needs a value.", remedy: "Write \(option.name) \(argument).")
      }
    } else if value != nil {
      throw UsageError(message: "\(option.name) takes no value.", remedy: "Write \(option.name) alone.")
    }
    guard let setting = option.setting else {
      options[option.name] = value ?? ""
      return
    }
    settings += Self.settingWords(option.name, setting.path, setting.word ?? value ?? "")
  }

  /// `--from auto:en,es` sets two settings, `--to none` an empty list; the rest set one.
  private static func settingWords(_ option: String, _ path: String, _ word: String) -> [SettingWord] {
    if option == "--from", word.hasPrefix("auto:") {
      return [
        SettingWord(path: "from", word: "auto", option: option),
        SettingWord(path: "alternatives", word: String(word.dropFirst("auto:".count)), option: option),
      ]
    }
    return [SettingWord(path: path, word: option == "--to" && word == "none" ? "" : word, option: option)]
  }

  /// The command as the user types it.
  var name: String {
    command == .terminal ? "voice-translator" : "voice-translator \(command.rawValue)"
  }
}
