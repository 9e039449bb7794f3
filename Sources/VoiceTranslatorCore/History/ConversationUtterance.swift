/// One utterance of a conversation that was kept: what was heard, its translations, and how it came about.
public struct ConversationUtterance: Sendable, Equatable, Codable {
  /// A translation into one language.
  public struct Rendering: Sendable, Equatable, Codable {
    /// The language.
    public var language: LanguageTag
    /// The text.
    public var text: String
    /// Each hop in the backend's words; empty when it didn't say.
    public var route: [String]
    /// Understandable rather than good.
    public var rough: Bool

    /// A translation.
    public init(language: LanguageTag, text: String, route: [String] = [], rough: Bool = false) {
      self.language = language
      self.text = text
      self.route = route
      self.rough = rough
    }
  }

  /// What was heard before the user corrected it.
  public struct Correction: Sendable, Equatable, Codable {
    /// When it was corrected.
    public var at: Timestamp
    /// The text until then.
    public var before: String

    /// A correction.
    public init(at: Timestamp, before: String) {
      self.at = at
      self.before = before
    }
  }

  /// Milliseconds from the end of speech on: see ``Latency``.
  public struct Times: Sendable, Equatable, Codable {
    /// Until the final text.
    public var recognize: Int?
    /// From then until the last translation.
    public var translate: Int?
    /// From then until the first sound.
    public var speak: Int?
    /// All together.
    public var total: Int?

    /// Times; what is not known is nil.
    public init(recognize: Int? = nil, translate: Int? = nil, speak: Int? = nil, total: Int? = nil) {
      self.recognize = recognize
      self.translate = translate
      self.speak = speak
      self.total = total
    }
  }

  /// Its number in the conversation; grows, with gaps.
  public var number: Int
  /// When it began to be said.
  public var began: Timestamp
  /// When it was said.
  public var ended: Timestamp
  /// The language spoken; nil when it isn't known.
  public var language: LanguageTag?
  /// The language was detected, not chosen.
  public var detected: Bool
  /// What was heard, as it stands now.
  public var text: String
  /// 0...1, when the backend gave it.
  public var confidence: Double?
  /// Its translations, in the order of the targets.
  public var translations: [Rendering]
  /// What it was before it was corrected, oldest first.
  public var corrections: [Correction]
  /// How long the stages took.
  public var times: Times
  /// The file of the recording, where recordings are kept.
  public var audio: String?

  enum CodingKeys: String, CodingKey {
    case number, began, ended, language, detected, text, confidence, translations, corrections
    case times = "latency_ms"
    case audio
  }

  /// An utterance.
  public init(
    number: Int, began: Timestamp, ended: Timestamp, language: LanguageTag?, detected: Bool = false,
    text: String,
    confidence: Double? = nil, translations: [Rendering] = [], corrections: [Correction] = [],
    times: Times = Times(), audio: String? = nil
  ) {
    self.number = number
    self.began = began
    self.ended = ended
    self.language = language
    self.detected = detected
    self.text = text
    self.confidence = confidence
    self.translations = translations
    self.corrections = corrections
    self.times = times
    self.audio = audio
  }
}

extension ConversationUtterance {
  /// A turn of the screen as it is kept; nil while nothing of it is final. `now` is the same moment by both clocks.
  public init?(_ entry: TranscriptEntry, now: (uptime: Duration, time: Timestamp)) {
    guard entry.isHeardFinal else { return nil }
    func time(_ uptime: Duration) -> Timestamp { now.time + (uptime - now.uptime) }
    let latency = Latency(entry.milestones)
    func milliseconds(_ duration: Duration?) -> Int? {
      duration.map { Int(($0 / .milliseconds(1)).rounded()) }
    }
    let translations: [Rendering] = entry.targets.compactMap { target in
      let text = entry.text(in: target)
      guard !text.isEmpty else { return nil }
      let route = entry.routes[target]
      return Rendering(language: target, text: text, route: route?.hops ?? [], rough: route?.isRough ?? false)
    }
    self.init(
      number: entry.id.number, began: time(entry.began.uptime),
      ended: time(entry.milestones[.released] ?? entry.began.uptime), language: entry.sourceTag,
      detected: entry.detected != nil, text: entry.heard,
      confidence: entry.segments.compactMap(\.confidence).min(), translations: translations,
      times: Times(
        recognize: milliseconds(latency.heard), translate: milliseconds(latency.translated),
        speak: milliseconds(latency.spoken), total: milliseconds(latency.total)))
  }
}
