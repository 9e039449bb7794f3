/// What language the speaker speaks.
public enum SourceLanguage: Hashable, Sendable {
  /// The user chose it.
  case tag(LanguageTag)
  /// The backend is to find it among these candidates; none means among all it knows.
  case detect([LanguageTag])

  /// The chosen language, nil while it is to be detected.
  public var tag: LanguageTag? {
    if case .tag(let tag) = self { tag } else { nil }
  }
}

/// What a backend is asked to make of one input.
public struct TurnRequest: Hashable, Sendable {
  /// The language spoken.
  public var source: SourceLanguage
  /// The languages to translate to, spoken in this order; none means recognition only.
  public var targets: [LanguageTag]
  /// Whether partial hypotheses are wanted while speech arrives.
  public var wantsPartials: Bool
  /// Whether the translations are to be spoken.
  public var wantsSpeech: Bool
  /// The voice for a target, as the backend names it; languages without an entry get the backend's best.
  public var voices: [LanguageTag: String]
  /// Speaking rate, 1 is the voice's own.
  public var speed: Double
  /// Names and terms with one right translation.
  public var glossary = Glossary()
  /// Earlier turns, oldest first, which tell what this one is about.
  public var context: [PastTurn] = []

  /// A request with the usual wishes: partial hypotheses and speech, default voices at their own speed.
  public init(
    source: SourceLanguage, targets: [LanguageTag], wantsPartials: Bool = true, wantsSpeech: Bool = true,
    voices: [LanguageTag: String] = [:], speed: Double = 1
  ) {
    self.source = source
    self.targets = targets
    self.wantsPartials = wantsPartials
    self.wantsSpeech = wantsSpeech
    self.voices = voices
    self.speed = speed
  }
}

/// Where a turn enters the backend: with speech, with its text, or with a translation that only has to be spoken.
public enum TurnInput: Sendable {
  /// Recognise, translate, speak. The utterance may still be growing.
  case speech(Utterance)
  /// Translate and speak this text in the request's source language.
  case text(String)
  /// Speak this text, which is already in the request's first target language.
  case translation(String)
}
