import Glibc
import VoiceTranslatorCore

/// Reads the glossary: a table whose keys are language pairs (`"en-es"`, or `"pt-BR>en"` where a tag has a region)
/// and whose values are lists of two texts each, the term and its translation.
enum GlossaryTable {
  /// The value of the setting: terms, and the name of a file with more.
  static func value(_ members: [(String, TOMLNode)]) throws(Setting.Mismatch) -> SettingValue {
    var glossary = Glossary()
    var file: String?
    for (key, node) in members {
      if key == "file", case .string(let name) = node.value {
        file = name
        continue
      }
      guard let pair = pair(key) else {
        throw Setting.Mismatch(reason: "holds '\(key)', which is no language pair")
      }
      glossary.terms[pair] = try terms(node, of: key)
    }
    return .glossary(glossary, file: file)
  }

  /// The inline terms and those of the file, which come after them.
  static func whole(_ inline: Glossary, file: String?) throws(ConfigurationError) -> Glossary {
    guard let file else { return inline }
    func error(_ place: String, _ reason: String) -> ConfigurationError {
      ConfigurationError(
        place: Sanitizer.line(place), key: "glossary", reason: Sanitizer.line(reason),
        remedy: "It must hold lines such as \"en-es\" = [[\"term\", \"término\"]].")
    }
    guard let text = PrivateFile.read(file) else {
      throw error(file, "can't be read: \(String(cString: strerror(errno)))")
    }
    let root: TOMLNode
    do {
      root = try TOMLNode.parse(text)
    } catch let syntax {
      throw error("\(file):\(syntax.line):\(syntax.column)", "is no TOML: \(syntax.reason)")
    }
    guard case .table(let members) = root.value else { return inline }
    do throws(Setting.Mismatch) {
      guard case .glossary(let more, nil) = try value(members) else {
        throw Setting.Mismatch(reason: "names another file")
      }
      return Glossary(inline.terms.merging(more.terms) { $0 + $1 })
    } catch {
      throw ConfigurationError(
        place: Sanitizer.line(file), key: "glossary", reason: Sanitizer.line(error.reason),
        remedy: "It must be \(Setting.Kind.glossary.allowed).")
    }
  }

  /// `en-es`, `pt-BR>en`; with hyphens alone the first cut that leaves two tags of the catalogue.
  private static func pair(_ key: String) -> Glossary.Pair? {
    func known(_ text: some StringProtocol) -> LanguageTag? {
      LanguageTag(String(text)).flatMap { Language(tag: $0) == nil ? nil : $0 }
    }
    let halves = key.split(separator: ">", omittingEmptySubsequences: false)
    if halves.count == 2 {
      guard let source = known(halves[0]), let target = known(halves[1]) else { return nil }
      return Glossary.Pair(source, target)
    }
    let parts = key.split(separator: "-")
    for cut in 1..<max(parts.count, 1) {
      if let source = known(parts[..<cut].joined(separator: "-")),
        let target = known(parts[cut...].joined(separator: "-"))
      {
        return Glossary.Pair(source, target)
      }
    }
    return nil
  }

  private static func terms(_ node: TOMLNode, of key: String) throws(Setting.Mismatch) -> [Glossary.Term] {
    guard case .array(let rows) = node.value else {
      throw Setting.Mismatch(reason: "holds \(node.kind) for '\(key)'")
    }
    var terms: [Glossary.Term] = []
    for row in rows {
      guard case .array(let pair) = row.value, pair.count == 2, case .string(let source) = pair[0].value,
        case .string(let target) = pair[1].value, !source.isEmpty, !target.isEmpty
      else { throw Setting.Mismatch(reason: "holds a term of '\(key)' that is no pair of texts") }
      terms.append(Glossary.Term(source, target))
    }
    return terms
  }
}
