/// Names and terms that have one right translation, per language pair.
public struct Glossary: Hashable, Sendable {
  /// One name or term and its translation.
  public struct Term: Hashable, Sendable {
    /// As it is said.
    public var source: String
    /// As it is to be translated.
    public var target: String

    /// A term with its translation.
    public init(_ source: String, _ target: String) {
      self.source = source
      self.target = target
    }
  }

  /// A language and the one it is translated to.
  public struct Pair: Hashable, Sendable {
    /// The language of ``Term/source``.
    public var source: LanguageTag
    /// The language of ``Term/target``.
    public var target: LanguageTag

    /// A pair.
    public init(_ source: LanguageTag, _ target: LanguageTag) {
      self.source = source
      self.target = target
    }
  }

  /// The terms of each pair, in the user's order.
  public var terms: [Pair: [Term]]

  /// A glossary; without terms it asks for nothing.
  public init(_ terms: [Pair: [Term]] = [:]) { self.terms = terms }

  /// The terms for a pair: those of exactly its tags, else those of its languages.
  public func terms(from source: LanguageTag?, to target: LanguageTag) -> [Term] {
    guard let source else { return [] }
    if let exact = terms[Pair(source, target)] { return exact }
    return terms.filter {
      $0.key.source.isSameLanguage(as: source) && $0.key.target.isSameLanguage(as: target)
    }
    .sorted { ($0.key.source, $0.key.target) < ($1.key.source, $1.key.target) }.flatMap(\.value)
  }

  /// What may be said in a language (any, when it is unknown), each once, for a recogniser to listen for.
  public func words(in source: SourceLanguage) -> [String] {
    let languages = source.candidates
    let wanted = terms.filter { pair, _ in
      languages.isEmpty || languages.contains { $0.isSameLanguage(as: pair.source) }
    }
    var words: [String] = []
    for term in wanted.sorted(by: { ($0.key.source, $0.key.target) < ($1.key.source, $1.key.target) })
      .flatMap(\.value) where !words.contains(term.source)
    { words.append(term.source) }
    return words
  }

  /// The terms that `text` holds whose translation `translation` doesn't hold; letter case doesn't matter.
  public static func missing(_ terms: [Term], in translation: String, of text: String) -> [Term] {
    let (text, translation) = (text.lowercased(), translation.lowercased())
    return terms.filter {
      contains(text, $0.source.lowercased()) && !translation.contains($0.target.lowercased())
    }
  }

  /// Whether a term stands in a text as whole words, so that "art" isn't found in "start".
  private static func contains(_ text: String, _ term: String) -> Bool {
    guard !term.isEmpty else { return false }
    return text.ranges(of: term).contains { range in
      let before = text[..<range.lowerBound].last
      let after = text[range.upperBound...].first
      return !(before?.isLetter ?? false) && !(after?.isLetter ?? false)
        || Script.writesWithoutSpaces(term)
    }
  }
}

/// An earlier turn that a translation may need to be understood: who said what, and how it was translated.
public struct PastTurn: Hashable, Sendable {
  /// The language that was spoken.
  public var source: LanguageTag
  /// What was said.
  public var text: String
  /// The language it was translated to.
  public var target: LanguageTag
  /// Its translation.
  public var translation: String

  /// An earlier turn.
  public init(source: LanguageTag, text: String, target: LanguageTag, translation: String) {
    self.source = source
    self.text = text
    self.target = target
    self.translation = translation
  }
}
