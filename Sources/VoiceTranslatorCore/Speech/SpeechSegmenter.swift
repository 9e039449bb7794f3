/// Cuts a long utterance at pauses while it is spoken, so that what was said can be translated meanwhile.
///
/// Every sample goes into exactly one segment, in order. In a pause the last samples are kept back: they belong to
/// the segment that speech goes on in, where they give its first sound room.
public struct SpeechSegmenter: Sendable {
  /// What becomes of samples.
  public enum Step: Sendable, Equatable {
    /// They belong to the segment that is open.
    case append([Int16])
    /// The open segment is complete; what follows belongs to the next one.
    case cut
  }

  /// A segment is at least this long, so that it holds a sentence.
  static let shortest = Duration.milliseconds(2_500)
  /// No segment is longer: recognisers look at windows of 30 s.
  static let longest = Duration.seconds(28)
  /// The pause that ends a short segment, and the one that ends a long one.
  static let pause = (short: Duration.milliseconds(600), long: Duration.milliseconds(60))
  /// What is kept back in a pause.
  static let lead = SpeechFormat.samples(in: .milliseconds(200))

  private var frames = VoiceFrames()
  private var kept: [Int16] = []
  private var length = 0
  private var silence = 0
  /// Whether speech was found in the open segment so far.
  public private(set) var hasSpeech = false

  /// Nothing yet.
  public init() {}

  /// Takes the next samples in.
  public mutating func append(_ samples: [Int16]) -> [Step] {
    var steps: [Step] = []
    var ready: [Int16] = []
    var rest = samples[...]
    while !rest.isEmpty {
      // Piece by piece, so that the cut is where the pause is, however much comes at once.
      let piece = rest.prefix(VoiceFrames.frameSamples)
      rest = rest.dropFirst(piece.count)
      guard take(piece, into: &ready) else { continue }
      steps += [.append(ready), .cut]
      ready = []
    }
    if !ready.isEmpty { steps.append(.append(ready)) }
    return steps
  }

  /// No more samples come: gives what was kept back.
  public mutating func finish() -> [Step] {
    defer { kept = [] }
    return kept.isEmpty ? [] : [.append(kept)]
  }

  /// Takes one piece; true when the open segment ends with what is ready.
  private mutating func take(_ piece: ArraySlice<Int16>, into ready: inout [Int16]) -> Bool {
    kept += piece
    length += piece.count
    for isSpeech in frames.append(piece) {
      silence = isSpeech ? 0 : silence + 1
      hasSpeech = hasSpeech || isSpeech
    }
    let isPause = VoiceFrames.frame * silence >= neededPause
    let isCut = hasSpeech && isPause || SpeechFormat.duration(of: length) >= Self.longest
    let count = max(0, kept.count - (silence > 0 ? Self.lead : 0))
    ready += kept.prefix(count)
    kept.removeFirst(count)
    if isCut { (length, hasSpeech, silence) = (kept.count, false, 0) }
    return isCut
  }

  /// The pause that ends the open segment now: the longer it is, the shorter.
  private var neededPause: Duration {
    let now = SpeechFormat.duration(of: length)
    guard now >= Self.shortest else { return .seconds(3600) }
    let share = min(1, (now - Self.shortest) / (Self.longest - Self.shortest) * 1.25)
    return Self.pause.short + (Self.pause.long - Self.pause.short) * share
  }
}
