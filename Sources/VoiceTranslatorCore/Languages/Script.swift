/// A writing system, by its ISO 15924 code, as far as languages here are told apart by it.
public enum Script: String, Sendable, Hashable, CaseIterable {
  case latin = "Latn"
  case cyrillic = "Cyrl"
  case greek = "Grek"
  case arabic = "Arab"
  case hebrew = "Hebr"
  case armenian = "Armn"
  case georgian = "Geor"
  case devanagari = "Deva"
  case bengali = "Beng"
  case gurmukhi = "Guru"
  case gujarati = "Gujr"
  case tamil = "Taml"
  case telugu = "Telu"
  case kannada = "Knda"
  case malayalam = "Mlym"
  case sinhala = "Sinh"
  case thai = "Thai"
  case lao = "Laoo"
  case tibetan = "Tibt"
  case burmese = "Mymr"
  case khmer = "Khmr"
  case ethiopic = "Ethi"
  case hangul = "Hang"
  case kana = "Kana"
  case han = "Hani"

  /// The scripts of a language, the usual one first.
  public static func of(_ tag: LanguageTag) -> [Script] {
    for subtag in tag.description.split(separator: "-").dropFirst() where subtag.count == 4 {
      if let script = Script(rawValue: String(subtag)) { return [script] }
    }
    return table[Language(tag: tag)?.tag.language ?? tag.language] ?? [.latin]
  }

  private static let table: [String: [Script]] = {
    let rows: [([Script], String)] = [
      ([.cyrillic], "ba be bg kk mk mn ru sr tg tt uk"), ([.greek], "el"), ([.arabic], "ar fa ps sd ur"),
      ([.hebrew], "he yi"), ([.armenian], "hy"), ([.georgian], "ka"), ([.devanagari], "hi mr ne sa"),
      ([.bengali], "as bn"), ([.gurmukhi], "pa"), ([.gujarati], "gu"), ([.tamil], "ta"), ([.telugu], "te"),
      ([.kannada], "kn"), ([.malayalam], "ml"), ([.sinhala], "si"), ([.thai], "th"), ([.lao], "lo"),
      ([.tibetan], "bo"), ([.burmese], "my"), ([.khmer], "km"), ([.ethiopic], "am"), ([.hangul, .han], "ko"),
      ([.kana, .han], "ja"), ([.han], "zh yue"),
    ]
    return rows.reduce(into: [:]) { table, row in
      for language in row.1.split(separator: " ") { table[String(language)] = row.0 }
    }
  }()

  /// The script of a letter; nil for what is no letter, or of a script that isn't listed here.
  public static func of(_ scalar: Unicode.Scalar) -> Script? {
    guard scalar.properties.isAlphabetic else { return nil }
    let value = scalar.value
    return ranges.first { $0.range.contains(value) }?.script
  }

  /// Blocks of the Unicode Standard.
  private static let ranges: [(range: ClosedRange<UInt32>, script: Script)] = [
    (0x0041...0x024F, .latin), (0x1E00...0x1EFF, .latin), (0x2C60...0x2C7F, .latin),
    (0xFF21...0xFF5A, .latin),
    (0x0400...0x052F, .cyrillic), (0x1C80...0x1C8F, .cyrillic), (0x2DE0...0x2DFF, .cyrillic),
    (0x0370...0x03FF, .greek), (0x1F00...0x1FFF, .greek), (0x0590...0x05FF, .hebrew),
    (0x0600...0x077F, .arabic), (0x08A0...0x08FF, .arabic), (0xFB50...0xFDFF, .arabic),
    (0xFE70...0xFEFF, .arabic), (0x0530...0x058F, .armenian), (0x10A0...0x10FF, .georgian),
    (0x1C90...0x1CBF, .georgian), (0x0900...0x097F, .devanagari), (0x0980...0x09FF, .bengali),
    (0x0A00...0x0A7F, .gurmukhi), (0x0A80...0x0AFF, .gujarati), (0x0B80...0x0BFF, .tamil),
    (0x0C00...0x0C7F, .telugu), (0x0C80...0x0CFF, .kannada), (0x0D00...0x0D7F, .malayalam),
    (0x0D80...0x0DFF, .sinhala), (0x0E00...0x0E7F, .thai), (0x0E80...0x0EFF, .lao),
    (0x0F00...0x0FFF, .tibetan), (0x1000...0x109F, .burmese), (0x1200...0x137F, .ethiopic),
    (0x1780...0x17FF, .khmer), (0x1100...0x11FF, .hangul), (0xAC00...0xD7AF, .hangul),
    (0x3040...0x30FF, .kana), (0x3400...0x9FFF, .han), (0xF900...0xFAFF, .han), (0x20000...0x323AF, .han),
  ]

  /// How many letters of each script a text has.
  public static func letters(in text: String) -> [Script: Int] {
    text.unicodeScalars.reduce(into: [:]) { counts, scalar in
      if let script = of(scalar) { counts[script, default: 0] += 1 }
    }
  }

  /// Whether a text is of a script whose words have no spaces between them.
  static func writesWithoutSpaces(_ text: String) -> Bool {
    let scripts = letters(in: text).keys
    return scripts.contains { [.han, .kana, .thai, .lao, .khmer, .burmese, .tibetan].contains($0) }
  }
}
