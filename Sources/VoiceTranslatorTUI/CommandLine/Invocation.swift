/// What the command line asks for.
struct Invocation: Equatable {
  var command = CommandName.terminal
  /// What a command with several jobs is to do; nil: it has but one.
  var verb: String?
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
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        if command == .terminal { command = try Self.command(word) } else { operands.append(word) }
        continue
      }
      try take(word, &words)
    }
    if !has("--help") { try takeVerb() }
  }

  private static func command(_ word: String) throws(UsageError) -> CommandName {
    if let command = CommandName(rawValue: word), command != .terminal { return command }
    throw unknown(
      word, "command", among: CommandName.allCases.map(\.rawValue).filter { !$0.isEmpty },
      remedy: "voice-translator --help lists the commands.")
  }

  /// The first word of a command with several jobs is its verb, and the verb says how many may follow.
  private mutating func takeVerb() throws(UsageError) {
    guard let usual = command.verbs.first else {
      guard operands.isEmpty || command.operands != nil else {
        throw UsageError(
          message: "\(name) takes no '\(operands[0])'.", remedy: "\(name) --help says what it takes.")
      }
      return
    }
    let word = operands.isEmpty ? usual.name : operands.removeFirst()
    guard let verb = command.verbs.first(where: { $0.name == word }) else {
      throw Self.unknown(
        word, "verb of \(name)", among: command.verbs.map(\.name), remedy: "\(name) --help lists the verbs.")
    }
    self.verb = verb.name
    guard verb.count.contains(operands.count) else {
      let form = [name, verb.name, verb.operands].filter { !$0.isEmpty }.joined(separator: " ")
      throw UsageError(
        message: "\(name) \(verb.name) takes \(verb.operands.isEmpty ? "no more words" : verb.operands).",
        remedy: "Write \(form).")
    }
  }

  private static func unknown(
    _ word: String, _ kind: String, among known: [String], remedy: String
  ) -> UsageError {
    let near = NearestWord.to(word, among: known)
    return UsageError(
      message: "'\(word)' is no \(kind).", remedy: near.map { "Did you mean '\($0)'?" } ?? remedy)
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let known = CommandOption.all.filter { $0.isKnown(to: command) }
    guard let option = known.first(where: { $0.name == parts[0] || $0.short == parts[0] }) else {
      throw Self.unknown(
        parts[0], "option of \(name)", among: known.map(\.name), remedy: "\(name) --help lists the options.")
    }
    var value = parts.count > 1 ? parts[1] : nil
    if let argument = option.argument {
      // An option's name is no value: what was meant was left out.
      if value == nil, !known.contains(where: { $0.name == rest.first }) { value = rest.popFirst() }
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
