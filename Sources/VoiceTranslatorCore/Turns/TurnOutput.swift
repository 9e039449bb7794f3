/// What a backend has to say about a turn, as it comes to know it.
///
/// Text is an upsert: an item replaces the earlier item with the same segment (and sentence and target) and a
/// lower revision. Texts of segments join verbatim.
public enum TurnOutput: Sendable, Equatable {
  /// How each target will be reached, known before any text.
  case routes([LanguageTag: TranslationRoute])
  /// What was said, so far or finally.
  case recognized(Hypothesis)
  /// The language spoken, when it was to be detected; probability 0...1.
  case detected(LanguageTag, probability: Double)
  /// A translation, so far or finally.
  case translated(Translation)
  /// A piece of spoken translation.
  case speech(SpeechChunk)
  /// The utterance holds no speech.
  case nothingHeard(Silence)
  /// One stage failed for one target; the rest of the turn goes on.
  case problem(StageProblem)
  /// The backend reached a point in the turn that is worth timing.
  case milestone(Milestone)
  /// A backend failed; another goes on with the turn. What was only partly said is void.
  case handedOver(Handover)
  /// A service asked to wait, or failed in a way that may pass: it is asked again after a pause.
  case retrying(after: Duration)
}

/// One backend's part of a turn taken over by another.
public struct Handover: Sendable, Equatable {
  /// The backend that failed, by its configured name.
  public var from: String
  /// The one that goes on.
  public var to: String
  /// The stage that failed and is done again; nil: the turn as a whole.
  public var stage: Stage?
  /// What went wrong, free of control characters.
  public var reason: String

  /// A handover.
  public init(from: String, to: String, stage: Stage?, reason: String) {
    self.from = from
    self.to = to
    self.stage = stage
    self.reason = reason
  }
}

/// Why nothing was heard.
public enum Silence: String, Sendable, Hashable {
  /// The recording is silent.
  case silence
  /// There is sound, but it is noise.
  case noise
  /// There may be a voice, but no words.
  case noSpeech = "no_speech"
}

/// A stage of a turn.
public enum Stage: String, Sendable, Hashable, CaseIterable, Codable {
  /// Speech to text.
  case recognize
  /// Text to text.
  case translate
  /// Text to speech.
  case speak
}

/// The recogniser's view of one segment of the utterance.
public struct Hypothesis: Sendable, Equatable {
  /// The segment's number from 0.
  public var segment: Int
  /// Grows with each change of the same segment.
  public var revision: Int
  /// What was said.
  public var text: String
  /// How many characters (Unicode scalars) at the start of `text` will not change any more.
  public var stable: Int
  /// The text will not change any more.
  public var isFinal: Bool
  /// Where in the utterance the segment starts and ends.
  public var span: Range<Duration>?
  /// 0...1, when the backend gives it.
  public var confidence: Double?
  /// Other readings, best first.
  public var alternatives: [Alternative]

  /// One other reading of a segment.
  public struct Alternative: Sendable, Equatable {
    /// What may have been said.
    public var text: String
    /// 0...1, when the backend gives it.
    public var confidence: Double?

    /// A reading with its confidence.
    public init(text: String, confidence: Double?) {
      self.text = text
      self.confidence = confidence
    }
  }

  /// A hypothesis; a final one is stable to its end.
  public init(
    segment: Int = 0, revision: Int = 0, text: String, stable: Int = 0, isFinal: Bool,
    span: Range<Duration>? = nil, confidence: Double? = nil, alternatives: [Alternative] = []
  ) {
    self.segment = segment
    self.revision = revision
    self.text = text
    self.stable = isFinal ? text.unicodeScalars.count : stable
    self.isFinal = isFinal
    self.span = span
    self.confidence = confidence
    self.alternatives = alternatives
  }
}

/// The translation of one sentence into one target.
public struct Translation: Sendable, Equatable {
  /// The language of `text`.
  public var target: LanguageTag
  /// The segment of the utterance it translates, from 0.
  public var segment: Int
  /// The sentence within the segment, from 0.
  public var sentence: Int
  /// Grows with each change of the same sentence.
  public var revision: Int
  /// The translated text.
  public var text: String
  /// The text will not change any more.
  public var isFinal: Bool
  /// Why the text may be no translation, in a few words; nil: nothing speaks against it. Not spoken if there is doubt.
  public var doubt: String?

  /// A translation of one sentence.
  public init(
    target: LanguageTag, segment: Int = 0, sentence: Int = 0, revision: Int = 0, text: String,
    isFinal: Bool = true, doubt: String? = nil
  ) {
    self.doubt = doubt
    self.target = target
    self.segment = segment
    self.sentence = sentence
    self.revision = revision
    self.text = text
    self.isFinal = isFinal
  }
}

/// How a target language is reached.
public struct TranslationRoute: Sendable, Equatable {
  /// Each hop in the backend's words, for example `en-pt neural`; empty when the backend doesn't say.
  public var hops: [String]
  /// The result is understandable rather than good.
  public var isRough: Bool
  /// The voice that will speak; nil: no voice, text only.
  public var voice: String?

  /// A route with its voice.
  public init(hops: [String] = [], isRough: Bool = false, voice: String? = nil) {
    self.hops = hops
    self.isRough = isRough
    self.voice = voice
  }
}

/// Encoded speech of one sentence, whole or in pieces that come in order.
public struct SpeechChunk: Sendable, Equatable {
  /// The language spoken.
  public var target: LanguageTag
  /// The segment and sentence it speaks, as in ``Translation``.
  public var segment: Int
  /// The sentence within the segment, from 0.
  public var sentence: Int
  /// Grows when the sentence is said anew: the newer takes the place of an older one that nobody has heard yet.
  public var revision: Int
  /// Encoded audio (MP3 unless the player's sniffing finds something else).
  public var bytes: [UInt8]
  /// The last piece of this sentence.
  public var isLast: Bool

  /// A piece of encoded speech.
  public init(
    target: LanguageTag, segment: Int = 0, sentence: Int = 0, revision: Int = 0, bytes: [UInt8],
    isLast: Bool = true
  ) {
    self.target = target
    self.segment = segment
    self.sentence = sentence
    self.revision = revision
    self.bytes = bytes
    self.isLast = isLast
  }
}

/// A stage that failed for one target while the turn goes on.
public struct StageProblem: Sendable, Equatable {
  /// The stage that failed.
  public var stage: Stage
  /// The target it failed for; nil: for all.
  public var target: LanguageTag?
  /// The cause, in words for the user, already free of control characters.
  public var message: String
  /// Tried again later, it may be gone.
  public var mayPass: Bool

  /// A problem of a stage.
  public init(stage: Stage, target: LanguageTag?, message: String, mayPass: Bool = false) {
    self.mayPass = mayPass
    self.stage = stage
    self.target = target
    self.message = message
  }
}
