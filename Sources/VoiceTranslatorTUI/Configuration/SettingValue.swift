import VoiceTranslatorCore

/// A checked value of a setting.
enum SettingValue: Equatable {
  case text(String)
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case texts([String])
  case textByTag([LanguageTag: String])
  case textMap([String: String])
  case glossary(Glossary, file: String?)
  case keys(KeyBindings)
}

extension Setting {
  /// Why a value can't be used, to follow the key's name.
  struct Mismatch: Error {
    var reason: String
  }

  /// Checks a value from the file.
  func value(of node: TOMLNode) throws(Mismatch) -> SettingValue {
    switch (kind, node.value) {
    case (.flag, .boolean(let flag)): return .flag(flag)
    case (.integer, .integer(let number)): return try checked(Int(number))
    case (.number, .float(let number)): return try checked(number)
    case (.number, .integer(let number)): return try checked(Double(number))
    case (.text, .string(let text)), (.choice, .string(let text)), (.tag, .string(let text)),
      (.tagOrAuto, .string(let text)), (.talkKey, .string(let text)), (.holdSource, .string(let text)):
      return try checked(text)
    case (.tags, .string(let text)), (.texts, .string(let text)): return try checked([text])
    case (.tags, .array(let nodes)), (.texts, .array(let nodes)):
      var texts: [String] = []
      for node in nodes {
        guard case .string(let text) = node.value else { throw Mismatch(reason: "holds \(node.kind)") }
        texts.append(text)
      }
      return try checked(texts)
    case (.textByTag, .table(let members)):
      var texts: [LanguageTag: String] = [:]
      for (key, node) in members {
        guard let tag = LanguageTag(key) else { throw Mismatch(reason: "holds '\(key)'") }
        guard case .string(let text) = node.value else { throw Mismatch(reason: "holds \(node.kind)") }
        texts[tag] = text
      }
      return .textByTag(texts)
    case (.textMap, .table(let members)):
      var texts: [String: String] = [:]
      for (key, node) in members {
        guard case .string(let text) = node.value else { throw Mismatch(reason: "holds \(node.kind)") }
        texts[key] = text
      }
      return .textMap(texts)
    case (.glossary, .table(let members)): return try GlossaryTable.value(members)
    case (.keys, .table(let members)): return .keys(try KeySettings.bindings(members))
    default: throw Mismatch(reason: "is \(node.kind)")
    }
  }

  /// Checks a value from an environment variable or a flag; lists are separated by commas.
  func value(of word: String) throws(Mismatch) -> SettingValue {
    switch kind {
    case .flag:
      switch word.lowercased() {
      case "true", "1", "yes", "on": return .flag(true)
      case "false", "0", "no", "off": return .flag(false)
      default: throw Mismatch(reason: "is '\(word)'")
      }
    case .integer:
      guard let number = Int(word) else { throw Mismatch(reason: "is '\(word)'") }
      return try checked(number)
    case .number:
      guard let number = Double(word) else { throw Mismatch(reason: "is '\(word)'") }
      return try checked(number)
    case .text, .choice, .tag, .tagOrAuto, .talkKey, .holdSource: return try checked(word)
    case .tags, .texts: return try checked(word.split(separator: ",").map(String.init))
    case .textByTag:
      var texts: [LanguageTag: String] = [:]
      for pair in word.split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let tag = LanguageTag(parts[0]) else {
          throw Mismatch(reason: "holds '\(pair)', which is no LANGUAGE=TEXT")
        }
        texts[tag] = parts[1]
      }
      return .textByTag(texts)
    case .textMap, .glossary: throw Mismatch(reason: "can't be given in a word")
    case .keys: return .keys(try KeySettings.bindings(word: word))
    }
  }

  private func checked(_ number: Int) throws(Mismatch) -> SettingValue {
    guard case .integer(let range) = kind, range.contains(number) else {
      throw Mismatch(reason: "is \(number)")
    }
    return .integer(number)
  }

  private func checked(_ number: Double) throws(Mismatch) -> SettingValue {
    guard case .number(let range) = kind, range.contains(number) else {
      throw Mismatch(reason: "is \(number)")
    }
    return .number(number)
  }

  private func checked(_ text: String) throws(Mismatch) -> SettingValue {
    switch kind {
    case .choice(let words) where !words.contains(text): throw Mismatch(reason: "is '\(text)'")
    case .tag where LanguageTag(text) == nil: throw Mismatch(reason: "is '\(text)'")
    case .tagOrAuto where text != "auto" && LanguageTag(text) == nil: throw Mismatch(reason: "is '\(text)'")
    case .talkKey where TalkKey(text) == nil: throw Mismatch(reason: "is '\(text)'")
    case .holdSource where HoldSource(text) == nil: throw Mismatch(reason: "is '\(text)'")
    default: return .text(text)
    }
  }

  private func checked(_ texts: [String]) throws(Mismatch) -> SettingValue {
    if kind == .tags, let wrong = texts.first(where: { LanguageTag($0) == nil }) {
      throw Mismatch(reason: "holds '\(wrong)'")
    }
    if kind == .texts, texts.isEmpty { throw Mismatch(reason: "is empty") }
    return .texts(texts)
  }
}
