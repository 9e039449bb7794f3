/// A language as the user sees it.
public struct Language: Sendable, Hashable {
  /// Its BCP 47 tag.
  public let tag: LanguageTag
  /// Its name in English.
  public let englishName: String
  /// Its name in itself.
  public let nativeName: String
  /// Written from right to left.
  public let isRightToLeft: Bool

  init(_ tag: StaticString, _ englishName: String, _ nativeName: String, isRightToLeft: Bool = false) {
    self.tag = LanguageTag(literal: tag)
    self.englishName = englishName
    self.nativeName = nativeName
    self.isRightToLeft = isRightToLeft
  }

  /// The language of a tag: the exact one, else the one that it is a variety of (`en-NZ` → English).
  public init?(tag: LanguageTag) {
    let found =
      Self.byTag[tag] ?? Self.byTag[Self.aliases[tag.description] ?? tag]
      ?? LanguageTag(tag.language)
      .flatMap { Self.byTag[Self.aliases[$0.description] ?? $0] }
    guard let found else { return nil }
    self = found
  }

  /// Whether the language is written without spaces between words.
  public static func writesWithoutSpaces(_ tag: LanguageTag) -> Bool {
    ["zh", "ja", "th", "lo", "my", "km", "yue", "bo"].contains(tag.language)
  }

  /// Whether what was typed into a filter means this language: the start of a word of one of its names, or of the
  /// tag; letter case and accents don't matter.
  public func matches(_ filter: String) -> Bool {
    let wanted = Self.folded(filter.trimmingSpaces)
    guard !wanted.isEmpty else { return true }
    if Self.folded(tag.description).hasPrefix(wanted) { return true }
    return ([englishName, nativeName] + (Self.otherNames[tag.language] ?? [])).contains { name in
      let name = Self.folded(name)
      return name.hasPrefix(wanted) || name.contains(" " + wanted) || name.contains("(" + wanted)
    }
  }

  /// Lower case without combining marks and apostrophes (U+02BB in Hawaiian and Uzbek names).
  private static func folded(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.lowercased().decomposed.unicodeScalars.filter {
          $0.properties.generalCategory != .nonspacingMark && !"'’ʻʼ".unicodeScalars.contains($0)
        }))
  }

  /// English names that the catalogue doesn't show but people type, by primary language subtag.
  private static let otherNames: [String: [String]] = [
    "ca": ["Valencian"], "es": ["Castilian"], "fa": ["Farsi"], "he": ["Ivrit"], "ht": ["Creole"],
    "km": ["Cambodian"], "lb": ["Letzeburgesch"], "my": ["Myanmar"], "nl": ["Flemish"],
    "nn": ["New Norwegian"],
    "no": ["Bokmål"], "pa": ["Panjabi"], "ps": ["Pushto"], "ro": ["Moldovan"], "si": ["Sinhalese"],
    "tl": ["Filipino"], "zh": ["Mandarin"],
  ]

  private static let byTag = Dictionary(uniqueKeysWithValues: all.map { ($0.tag, $0) })

  /// Older and other tags for the same language.
  private static let aliases: [String: LanguageTag] = [
    "nb": LanguageTag(literal: "no"), "iw": LanguageTag(literal: "he"), "in": LanguageTag(literal: "id"),
    "jw": LanguageTag(literal: "jv"), "fil": LanguageTag(literal: "tl"), "zh": LanguageTag(literal: "zh"),
    "zh-CN": LanguageTag(literal: "zh-Hans"), "zh-SG": LanguageTag(literal: "zh-Hans"),
    "zh-TW": LanguageTag(literal: "zh-Hant"), "zh-HK": LanguageTag(literal: "yue"),
    "cmn": LanguageTag(literal: "zh"), "sh": LanguageTag(literal: "sr"),
  ]
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Canonical decomposition (Unicode Standard Annex #15) of the Latin, Greek and Cyrillic letters that names use.
  fileprivate var decomposed: String {
    reduce(into: "") { result, character in
      result += Self.bases[character].map(String.init) ?? String(character)
    }
  }

  private static let bases: [Character: Character] = {
    let pairs: [(String, Character)] = [
      ("áàâãäåāăąảạấầẩẫậắằẳẵặ", "a"), ("çćčċ", "c"), ("ďđ", "d"), ("éèêëēėęěẻẽẹếềểễệ", "e"), ("ğģ", "g"),
      ("íìîïīįıỉĩị", "i"),
      ("ķ", "k"), ("ľļł", "l"), ("ñńňņ", "n"), ("óòôõöøōőỏọốồổỗộơớờởỡợ", "o"), ("řŕ", "r"), ("śšşș", "s"),
      ("ťţț", "t"),
      ("úùûüūůűųủũụưứừửữự", "u"), ("ýÿỳỷỹỵ", "y"), ("źžż", "z"), ("ά", "α"), ("έ", "ε"), ("ή", "η"),
      ("ίϊΐ", "ι"),
      ("ό", "ο"),
      ("ύϋΰ", "υ"), ("ώ", "ω"), ("й", "и"), ("ї", "і"),
    ]
    return pairs.reduce(into: [:]) { table, pair in for letter in pair.0 { table[letter] = pair.1 } }
  }()
}
