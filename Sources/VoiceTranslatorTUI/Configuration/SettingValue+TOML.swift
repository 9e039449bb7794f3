import VoiceTranslatorCore

extension SettingValue {
  /// The value as TOML, on one line.
  var toml: String {
    switch self {
    case .text(let text): Self.quoted(text)
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .texts(let texts): "[" + texts.map(Self.quoted).joined(separator: ", ") + "]"
    case .textByTag(let texts):
      "{ "
        + texts.sorted { $0.key < $1.key }.map { "\($0.key) = \(Self.quoted($0.value))" }.joined(
          separator: ", ")
        + " }"
    case .textMap(let texts): Self.table(texts.mapValues(Self.quoted))
    case .glossary(let glossary, let file):
      Self.table(
        Dictionary(
          uniqueKeysWithValues: glossary.terms.map { pair, terms in
            let rows = terms.map { "[\(Self.quoted($0.source)), \(Self.quoted($0.target))]" }
            return ("\(pair.source)>\(pair.target)", "[" + rows.joined(separator: ", ") + "]")
          }
        ).merging(file.map { ["file": Self.quoted($0)] } ?? [:]) { $1 })
    case .keys(let bindings): Self.table(bindings.changes)
    }
  }

  /// An inline table with quoted keys, in their order.
  private static func table(_ members: [String: String]) -> String {
    let pairs = members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)) = \($0.value)" }
    return pairs.isEmpty ? "{}" : "{ " + pairs.joined(separator: ", ") + " }"
  }

  private static func table(_ changes: [Command: [KeyStroke]]) -> String {
    let members = changes.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) = [" + $0.value.map { quoted("\($0)") }.joined(separator: ", ") + "]" }
    return members.isEmpty ? "{}" : "{ " + members.joined(separator: ", ") + " }"
  }

  /// A basic string (TOML 1.0): quotes, backslashes and control characters are escaped.
  static func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.reduce(into: "") { result, scalar in
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
          result +=
            "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
        default: result.unicodeScalars.append(scalar)
        }
      } + "\""
  }
}
