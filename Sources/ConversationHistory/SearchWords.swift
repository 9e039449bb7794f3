/// Text as the full-text index takes it.
///
/// The index cuts text at spaces. Languages written without spaces are cut after every character instead, so that a
/// word of any length is found as a row of characters.
enum SearchWords {
  /// The text to be indexed.
  static func indexed(_ texts: [String]) -> String { texts.map(cut).joined(separator: "\n") }

  /// The query (FTS5's own language) that finds texts with all these words, each also as the start of a longer one.
  /// Nil when there is no word in it.
  static func query(_ text: String) -> String? {
    let phrases = text.split(whereSeparator: \.isWhitespace).map { word in
      let cut = cut(String(word)).replacing("\"", with: " ")
      return cut.contains { $0.isLetter || $0.isNumber } ? "\"\(cut)\" *" : ""
    }.filter { !$0.isEmpty }
    return phrases.isEmpty ? nil : phrases.joined(separator: " AND ")
  }

  private static func cut(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if isUnspaced(scalar) {
        result.unicodeScalars.append(contentsOf: [" ", scalar, " "])
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Thai, Lao, Burmese, Khmer, kana, and Chinese characters (blocks of Unicode 16).
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
