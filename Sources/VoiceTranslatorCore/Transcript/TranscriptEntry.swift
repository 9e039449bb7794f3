/// What is known of one turn: its texts, its stage and its times.
public struct TranscriptEntry: Sendable, Equatable {
  /// Where a turn is.
  public enum Stage: Sendable, Equatable {
    /// The talk key is down (or latched).
    case recording
    /// The recording is complete and going to the backend.
    case sending
    /// The backend is finding the words.
    case recognizing
    /// The words are known, the translation isn't.
    case translating
    /// The translation is known; its speech is to come or playing (which of the two, ``Session/speaking`` tells).
    case speaking
    /// All is said.
    case done
    /// There was nothing to translate.
    case nothingHeard(Silence)
    /// It failed; the notice says why.
    case failed(Notice, kept: Bool)

    /// The turn will not change any more.
    public var isOver: Bool {
      switch self {
      case .done, .nothingHeard, .failed: true
      case .recording, .sending, .recognizing, .translating, .speaking: false
      }
    }
  }

  /// How its text came in.
  public enum Input: Sendable, Equatable {
    /// It was spoken.
    case speech
    /// It was typed.
    case typed
  }

  /// The entry's name: the turn that it began with.
  public let id: Turn.ID
  /// When it began.
  public let began: Moment
  /// The language spoken.
  public var source: SourceLanguage
  /// The language found, when it was to be detected.
  public var detected: LanguageTag?
  /// The languages it is translated to.
  public var targets: [LanguageTag]
  /// How its text came in.
  public var input = Input.speech
  /// Whose talk key it was.
  public var side = Side.a
  /// It was made while nothing was to go to disk.
  public var isPrivate = false
  /// The turn that its newest texts and speech come from: another one than at first, once it was corrected.
  public private(set) var run: Turn.ID
  /// What the recogniser had heard, if the user corrected it.
  public private(set) var uncorrected: String?
  /// Translations translated back, by the language that was translated back.
  public var backTranslations: [LanguageTag: String] = [:]
  /// Where it is.
  public private(set) var stage = Stage.recording
  /// How the backend concluded while the user was still talking: it counts once the recording is complete.
  private var conclusion: Stage?
  /// The backend has said all; the turn may still be speaking.
  private var isAnswered = false
  /// All speech was played, or was stopped.
  private var isSpeechOver = false
  /// What was heard, segment by segment.
  public private(set) var segments: [Hypothesis] = []
  /// The translations of each sentence, in order of target, segment and sentence.
  public private(set) var translations: [Translation] = []
  /// How each target was reached.
  public var routes: [LanguageTag: TranslationRoute] = [:]
  /// Backends that failed and were stood in for, oldest first.
  public private(set) var handovers: [Handover] = []
  /// When a service that asked to wait is asked again; nil while none did.
  public internal(set) var retryAt: Duration?
  /// Stages that failed for a target.
  public var problems: [StageProblem] = []
  /// When each milestone was passed, since the program started.
  public private(set) var milestones: [Milestone: Duration]

  /// A turn that begins now.
  public init(id: Turn.ID, at now: Moment, source: SourceLanguage, targets: [LanguageTag]) {
    self.id = id
    run = id
    began = now
    self.source = source
    self.targets = targets
    milestones = [.pressed: now.uptime]
  }

  /// The language spoken, as far as known.
  public var sourceTag: LanguageTag? { detected ?? source.tag }

  /// What was heard, all segments joined verbatim.
  public var heard: String { segments.map(\.text).joined() }

  /// Everything heard is final.
  public var isHeardFinal: Bool { !segments.isEmpty && segments.allSatisfy(\.isFinal) }

  /// Unicode scalars at the start of ``heard`` that will not change.
  public var stableCount: Int {
    var count = 0
    for segment in segments {
      count += segment.stable
      if !segment.isFinal { break }
    }
    return count
  }

  /// The translation into `target`, all sentences joined (or those of one segment): with a space unless one is there.
  public func text(in target: LanguageTag, ofSegment segment: Int? = nil) -> String {
    translations.filter { $0.target == target && $0.segment == segment ?? $0.segment }.reduce(into: "") {
      text, next in
      let needsSpace =
        text.last.map { !$0.isWhitespace } ?? false && !(next.text.first?.isWhitespace ?? true)
        && !Language.writesWithoutSpaces(target)
      text += (needsSpace ? " " : "") + next.text
    }
  }

  /// Every sentence of `target` so far is final.
  public func isFinal(in target: LanguageTag) -> Bool {
    translations.contains { $0.target == target }
      && translations.allSatisfy { $0.target != target || $0.isFinal }
  }

  /// Moves to a stage that is not the last.
  mutating func move(to stage: Stage) { self.stage = stage }

  /// Moves to the turn's last stage; not before the recording is complete, for nothing ends a recording but the
  /// user, the limit or the microphone.
  mutating func conclude(_ last: Stage) {
    if stage == .recording { conclusion = last } else { stage = last }
  }

  /// The backend has said all. The turn is over unless its speech is still to be heard.
  mutating func answered() {
    isAnswered = true
    if milestones[.firstSpeech] != nil && !isSpeechOver { move(to: .speaking) } else { conclude(.done) }
  }

  /// The speech was played to its end, or stopped.
  mutating func speechEnded() {
    isSpeechOver = true
    if isAnswered { conclude(.done) }
  }

  /// The recording is complete.
  public mutating func release(at time: Duration) {
    mark(.released, at: time)
    if stage == .recording { stage = conclusion ?? .sending }
  }

  /// A turn that had failed is sent again.
  public mutating func resume() {
    guard case .failed = stage else { return }
    (conclusion, isAnswered, isSpeechOver, problems, retryAt) = (nil, false, false, [], nil)
    stage = isHeardFinal ? .translating : .recognizing
  }

  /// Another backend goes on: what the one before it had only begun to say is void.
  mutating func take(_ handover: Handover) {
    handovers.append(handover)
    retryAt = nil
    switch handover.stage {
    case nil, .recognize?: (segments, translations, routes) = ([], [], [:])
    case .translate?: translations.removeAll { !$0.isFinal }
    case .speak?: break
    }
  }

  /// Why the translation into `target` may be none; nil when nothing speaks against it.
  public func doubt(in target: LanguageTag) -> String? {
    translations.first { $0.target == target && $0.doubt != nil }?.doubt
  }

  /// Forgets all text, for a turn that is run anew on the same recording.
  public mutating func restart(targets: [LanguageTag]) {
    self.targets = targets
    segments = []
    translations = []
    routes = [:]
    problems = []
    backTranslations = [:]
    conclusion = nil
  }

  /// Takes a text from the user instead of what was heard; `run` is the turn that translates it.
  public mutating func rewrite(_ text: String, run: Turn.ID, at time: Duration) {
    if stage != .recording { uncorrected = uncorrected ?? heard }
    begin(with: text, run: run, at: time)
  }

  /// Begins with a text that needs no recogniser.
  mutating func begin(with text: String, run: Turn.ID, at time: Duration) {
    restart(targets: targets)
    self.run = run
    isAnswered = false
    isSpeechOver = false
    milestones = [.pressed: time, .released: time, .recognized: time]
    segments = [Hypothesis(text: text, isFinal: true)]
    stage = .translating
  }

  /// A turn that is over, as it is read back from where it was kept.
  init(
    id: Turn.ID, run: Turn.ID, began: Moment, source: SourceLanguage, heard: String, uncorrected: String?,
    translations: [Translation], stage: Stage, milestones: [Milestone: Duration]
  ) {
    self.init(id: id, at: began, source: source, targets: translations.map(\.target))
    self.run = run
    self.uncorrected = uncorrected
    if !heard.isEmpty { segments = [Hypothesis(text: heard, isFinal: true)] }
    self.translations = translations
    self.stage = stage
    self.milestones = milestones
  }

  /// Notes when a milestone was passed: the first time, or the last where segments pass it one by one.
  public mutating func mark(_ milestone: Milestone, at time: Duration) {
    if milestone.isLastThatCounts || milestones[milestone] == nil { milestones[milestone] = time }
  }

  /// Inserts or replaces a segment; an older revision changes nothing.
  public mutating func upsert(_ hypothesis: Hypothesis) {
    if let index = segments.firstIndex(where: { $0.segment == hypothesis.segment }) {
      guard hypothesis.revision >= segments[index].revision else { return }
      segments[index] = hypothesis
    } else {
      segments.append(hypothesis)
      segments.sort { $0.segment < $1.segment }
    }
  }

  /// Inserts or replaces a sentence; an older revision changes nothing.
  public mutating func upsert(_ translation: Translation) {
    if let index = translations.firstIndex(where: { $0.isSameSentence(as: translation) }) {
      guard translation.revision >= translations[index].revision else { return }
      translations[index] = translation
    } else {
      translations.append(translation)
      translations.sort { ($0.segment, $0.sentence) < ($1.segment, $1.sentence) }
    }
  }
}

extension Translation {
  fileprivate func isSameSentence(as other: Translation) -> Bool {
    target == other.target && segment == other.segment && sentence == other.sentence
  }
}
