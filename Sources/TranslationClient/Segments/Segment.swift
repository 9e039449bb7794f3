import VoiceTranslatorCore

/// A stretch of an utterance between two pauses.
struct Segment: Sendable {
  /// Its place, from 0.
  var index: Int
  /// Where in the whole utterance it begins.
  var start: Duration
  /// What was said in it; it may still be growing.
  var utterance: Utterance

  /// Cuts an utterance while it grows, gives each stretch as it begins, and tells when someone began to speak.
  static func cut(
    _ utterance: Utterance, emit: @Sendable (TurnOutput) async -> Void, _ give: (Segment) -> Void
  ) async {
    var segmenter = SpeechSegmenter()
    var open = OpenSegment(turn: utterance.turn)
    var isOnset = true
    for await samples in utterance.chunks {
      for step in segmenter.append(samples) {
        switch step {
        case .append(let new): open.append(new)
        case .cut: open.close(give)
        }
      }
      // What is complete anyway is given whole: then its length is known.
      if !utterance.isComplete { open.begin(hasSpeech: segmenter.hasSpeech, give) }
      if isOnset, segmenter.hasSpeech || open.index > 0 {
        isOnset = false
        await emit(.milestone(.speechOnset))
      }
    }
    // Cancelled, nothing is complete.
    guard !Task.isCancelled else { return }
    for case .append(let new) in segmenter.finish() { open.append(new) }
    open.finish(hasSpeech: segmenter.hasSpeech, give)
  }
}

/// The stretch that is being spoken.
private struct OpenSegment {
  /// What holds no speech after a pause is only sent when it is this long: then the finding may be wrong.
  private static let longestSilence = SpeechFormat.samples(in: .milliseconds(1_500))

  let turn: Turn.ID
  private(set) var index = 0
  private var start = 0
  /// What waits for the stretch to begin.
  private var waiting: [Int16] = []
  private var utterance: Utterance?

  init(turn: Turn.ID) { self.turn = turn }

  mutating func append(_ samples: [Int16]) {
    if let utterance { utterance.append(samples) } else { waiting += samples }
  }

  /// The first stretch begins at once, each other one with its speech.
  mutating func begin(hasSpeech: Bool, _ give: (Segment) -> Void) {
    if isWorthIt(hasSpeech) { begin(isComplete: false, give) }
  }

  /// The stretch is complete.
  mutating func close(_ give: (Segment) -> Void) {
    begin(isComplete: true, give)
    utterance?.complete()
    start += utterance?.count ?? 0
    (index, utterance) = (index + 1, nil)
  }

  /// The whole utterance is complete.
  mutating func finish(hasSpeech: Bool, _ give: (Segment) -> Void) {
    if isWorthIt(hasSpeech) { close(give) }
  }

  private func isWorthIt(_ hasSpeech: Bool) -> Bool {
    index == 0 || hasSpeech || utterance != nil || waiting.count >= Self.longestSilence
  }

  private mutating func begin(isComplete: Bool, _ give: (Segment) -> Void) {
    guard utterance == nil else { return }
    let new = Utterance(turn: turn)
    new.append(waiting)
    if isComplete { new.complete() }
    (utterance, waiting) = (new, [])
    give(Segment(index: index, start: SpeechFormat.duration(of: start), utterance: new))
  }
}
