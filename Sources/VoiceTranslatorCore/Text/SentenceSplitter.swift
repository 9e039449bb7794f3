/// Finds the sentences of a text that still grows, so that the first can be spoken while the rest is on its way.
public enum SentenceSplitter {
  /// Longest piece in characters before a text without full stops is cut all the same: at a comma, else at a space.
  public static let longestSentence = 240

  /// The complete sentences at the start of `text`, in order, whose concatenation is a prefix of `text`.
  ///
  /// A sentence is complete when nothing that may still come can move its end: a full stop counts only with what
  /// follows it, because "3.", "e.g." and "Dr." may go on. With `isWhole` what remains is
  /// the last sentence. Where it is doubtful, no cut is made: two sentences in one are only slower.
  public static func sentences(in text: some StringProtocol, isWhole: Bool) -> [String] {
    var found: [String] = []
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      if let end = boundary(at: index, in: text, from: start, isWhole: isWhole) {
        found += cut(String(text[start..<end]), isWhole: true)
        (start, index) = (end, end)
      } else {
        index = text.index(after: index)
      }
    }
    let rest = text[start...]
    if isWhole, rest.contains(where: { !$0.isWhitespace }) { found += cut(String(rest), isWhole: true) }
    if !isWhole { found += cut(String(rest), isWhole: false) }
    return found
  }

  /// The end of the sentence whose last mark stands at `index`; nil when none ends there, or not surely.
  private static func boundary<Text: StringProtocol>(
    at index: Text.Index, in text: Text, from start: Text.Index, isWhole: Bool
  ) -> Text.Index? {
    let mark = text[index]
    if mark.isNewline { return skip(\.isNewline, in: text, from: index) }
    guard mark.endsSentence else { return nil }
    var end = skip(\.endsSentence, in: text, from: index)
    end = skip(\.closesQuotation, in: text, from: end)
    if mark.isCJKStop { return end < text.endIndex || isWhole ? end : nil }
    guard end < text.endIndex, text[end].isWhitespace else { return nil }
    let next = skip(\.isWhitespace, in: text, from: end)
    guard next < text.endIndex else { return isWhole ? next : nil }
    if text[next].isLowercase { return nil }
    if mark == ".", isAbbreviation(before: index, in: text, from: start) { return nil }
    return next
  }

  /// What stands before a full stop makes it part of the word: "Mr.", an initial, or a number ("am 3. Mai").
  private static func isAbbreviation<Text: StringProtocol>(
    before stop: Text.Index, in text: Text, from start: Text.Index
  ) -> Bool {
    let word = text[start..<stop].reversed().prefix { !$0.isWhitespace && !$0.opensQuotation }
    if word.count == 1, word.first?.isLetter == true { return true }
    if (1...2).contains(word.count), word.allSatisfy(\.isNumber) { return true }
    return abbreviations.contains(String(word.reversed()).lowercased())
  }

  /// A text without full stops in pieces that can be spoken.
  private static func cut(_ text: String, isWhole: Bool) -> [String] {
    var pieces: [String] = []
    var rest = Substring(text)
    while rest.count > longestSentence {
      let window = rest.prefix(longestSentence)
      let mark = window.lastIndex { ",;:—、،؛".contains($0) } ?? window.lastIndex(where: \.isWhitespace)
      let end = skip(\.isWhitespace, in: rest, from: mark.map(rest.index(after:)) ?? window.endIndex)
      pieces.append(String(rest[..<end]))
      rest = rest[end...]
    }
    if isWhole, !rest.isEmpty { pieces.append(String(rest)) }
    return pieces
  }

  private static func skip<Text: StringProtocol>(
    _ property: (Character) -> Bool, in text: Text, from index: Text.Index
  ) -> Text.Index {
    text[index...].firstIndex { !property($0) } ?? text.endIndex
  }

  /// Words, in lower case, that end in a full stop without ending a sentence.
  private static let abbreviations: Set<String> = [
    "mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "e.g", "i.e", "a.m", "p.m", "no", "nr",  //
    "sr", "sra", "srta", "dra", "ud", "uds", "av", "núm", "pág", "art",  //
    "bzw", "z.b", "ca", "usw", "mme", "mlle", "mm", "sig", "sig.ra", "ing", "dott",
  ]
}

extension Character {
  /// A full stop, question mark or exclamation mark of some script.
  fileprivate var endsSentence: Bool { ".!?…؟۔।॥።".contains(self) || isCJKStop }
  /// A stop that no space follows.
  fileprivate var isCJKStop: Bool { "。！？｡".contains(self) }
  fileprivate var closesQuotation: Bool { "\"'”’»)]」』”）".contains(self) }
  fileprivate var opensQuotation: Bool { "\"'“‘«(¿¡".contains(self) }
}
