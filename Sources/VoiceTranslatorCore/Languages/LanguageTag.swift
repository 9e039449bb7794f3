/// A BCP 47 language tag (RFC 5646), kept in its canonical letter case: `en`, `pt-BR`, `zh-Hant`, `es-419`.
public struct LanguageTag: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The tag's canonical spelling.
  public let description: String

  /// Reads a tag; nil unless it is a 2–3 letter language followed by well-formed subtags.
  /// `_` is taken for `-`, as in POSIX locale names.
  public init?(_ text: String) {
    let subtags = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map(String.init)
    guard let language = subtags.first, (2...3).contains(language.count), language.allSatisfy(\.isASCIILetter)
    else { return nil }
    var canonical = [language.lowercased()]
    for subtag in subtags.dropFirst() {
      guard (1...8).contains(subtag.count), subtag.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit }) else {
        return nil
      }
      canonical.append(Self.canonicalCase(subtag))
    }
    description = canonical.joined(separator: "-")
  }

  /// English, `en`.
  public static let english = LanguageTag(literal: "en")
  /// Spanish, `es`.
  public static let spanish = LanguageTag(literal: "es")

  /// A tag known to be well-formed, for tables in the source.
  init(literal: StaticString) { description = "\(literal)" }

  /// The primary language subtag: `pt` of `pt-BR`.
  public var language: String { String(description.prefix { $0 != "-" }) }

  /// Whether both name the same language, whatever their scripts and regions.
  public func isSameLanguage(as other: LanguageTag) -> Bool { language == other.language }

  /// Alphabetical order of the spelling.
  public static func < (a: LanguageTag, b: LanguageTag) -> Bool { a.description < b.description }

  /// RFC 5646 §2.1.1: scripts (four letters) in title case, regions (two letters) in upper case.
  private static func canonicalCase(_ subtag: String) -> String {
    switch subtag.count {
    case 2: subtag.uppercased()
    case 4 where subtag.allSatisfy(\.isASCIILetter):
      subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
    default: subtag.lowercased()
    }
  }
}

extension LanguageTag: Codable {
  /// Reads the tag from a string; fails with a data-corrupted error when it is not well-formed.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let tag = LanguageTag(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a language tag")
    }
    self = tag
  }

  /// Writes the canonical spelling.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Character {
  var isASCIILetter: Bool { isASCII && isLetter }
  var isASCIIDigit: Bool { isASCII && isNumber }
}
