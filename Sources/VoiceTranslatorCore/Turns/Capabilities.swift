/// What a backend can do with which language, known before the user speaks.
public struct Capabilities: Sendable, Equatable {
  /// Languages it understands; nil: it doesn't say, any is tried.
  public var recognizes: Set<LanguageTag>?
  /// For each source, how each target is reached; nil: it doesn't say, any pair is tried.
  public var translates: [LanguageTag: [LanguageTag: TranslationRoute]]?
  /// Languages it speaks; nil: it doesn't say, any is tried.
  public var speaks: Set<LanguageTag>?

  /// The names of its voices, by language; languages without an entry are unknown.
  public var voices: [LanguageTag: [String]]

  /// Capabilities; what is left out is unknown, and tried.
  public init(
    recognizes: Set<LanguageTag>? = nil, translates: [LanguageTag: [LanguageTag: TranslationRoute]]? = nil,
    speaks: Set<LanguageTag>? = nil, voices: [LanguageTag: [String]] = [:]
  ) {
    self.voices = voices
    self.recognizes = recognizes
    self.translates = translates
    self.speaks = speaks
  }

  /// How far a language is supported as the target of a turn.
  public enum Support: Sendable, Equatable {
    /// Translated and spoken.
    case full
    /// Translated roughly (and spoken).
    case rough
    /// Translated, but there is no voice.
    case textOnly
    /// No translation from this source.
    case noTranslation
  }

  /// How far `target` is supported from `source`. A detected source counts by its first candidate.
  public func support(from source: SourceLanguage, to target: LanguageTag) -> Support {
    guard let from = source.tag ?? source.candidates.first else { return .full }
    if let translates, !from.isSameLanguage(as: target) {
      guard let route = translates[closest: from]?[closest: target] else { return .noTranslation }
      if route.isRough { return speaks(target) ? .rough : .textOnly }
    }
    return speaks(target) ? .full : .textOnly
  }

  /// Whether `tag` can be understood when it is spoken.
  public func hears(_ tag: LanguageTag) -> Bool {
    guard let recognizes else { return true }
    return recognizes.contains(tag) || recognizes.contains { $0.isSameLanguage(as: tag) }
  }

  /// How each target of a request is reached, as far as it is known.
  public func routes(of request: TurnRequest) -> [LanguageTag: TranslationRoute] {
    guard let from = request.source.tag, let routes = translates?[closest: from] else { return [:] }
    return request.targets.reduce(into: [:]) { $0[$1] = routes[closest: $1] }
  }

  private func speaks(_ target: LanguageTag) -> Bool {
    guard let speaks else { return true }
    return speaks.contains(target) || speaks.contains { $0.isSameLanguage(as: target) }
  }
}

extension SourceLanguage {
  /// The languages that may be spoken: the chosen one, or the candidates.
  public var candidates: [LanguageTag] {
    switch self {
    case .tag(let tag): [tag]
    case .detect(let candidates): candidates
    }
  }
}

extension Dictionary where Key == LanguageTag {
  /// The entry of a language, or of another variety of it.
  subscript(closest tag: LanguageTag) -> Value? {
    self[tag] ?? first { $0.key.isSameLanguage(as: tag) }?.value
  }
}
