/// Finds where utterances begin and end in a stream of samples (endpointing), for hands-free talk.
///
/// An utterance begins with a tenth of a second of speech, and ends when the speaker pauses longer than within what
/// they say: how long that is, is learned from them, and becomes less as the utterance gets long.
public struct Endpointer: Sendable {
  /// What was found.
  public enum Event: Sendable, Equatable {
    /// Someone began to speak, so many samples ago.
    case began(samplesAgo: Int)
    /// The utterance is over; `hasWords` is false for what is too short to be a word.
    case ended(hasWords: Bool)
  }

  /// Speech in a row that makes a beginning: a click is shorter.
  static let onset = Duration.milliseconds(100)
  /// An utterance with less speech than this holds no word.
  static let shortest = Duration.milliseconds(200)
  /// No utterance gets longer than this.
  public static let longest = Duration.seconds(28)
  /// The pause that ends an utterance, at first, and within which bounds it is learned.
  static let trailing = (first: Duration.milliseconds(700), least: 500, most: 1200)
  /// Pauses below this are between sounds, not between words.
  static let innerPause = Duration.milliseconds(160)

  private var frames = VoiceFrames()
  private var run = 0
  private var isOpen = false
  private var spoken = 0
  private var length = 0
  private var silence = 0
  /// The pauses within what this speaker says: a mean that follows them.
  private var usualPause = trailing.first / 2.5

  /// Nobody has spoken yet.
  public init() {}

  /// The pause that would end the utterance now.
  public var neededPause: Duration {
    let milliseconds = min(
      max(Int(usualPause * 2.5 / .milliseconds(1)), Self.trailing.least), Self.trailing.most)
    // From half the longest on, ever shorter pauses do.
    let excess = max(0, Double(length) * (VoiceFrames.frame / Self.longest) * 2 - 1)
    return .milliseconds(milliseconds) * max(0.1, 1 - excess)
  }

  /// Nobody is speaking as far as is known; what was learned of the room and the speaker stays.
  public mutating func reset() { (isOpen, run, silence) = (false, 0, 0) }

  /// Takes samples in; gives what is found in them, in order.
  public mutating func append(_ samples: some Collection<Int16>) -> [Event] {
    var events: [Event] = []
    let found = frames.append(samples)
    for (index, isSpeech) in found.enumerated() {
      let event = isOpen ? goOn(isSpeech) : wait(isSpeech, behind: found.count - index - 1)
      if let event { events.append(event) }
    }
    return events
  }

  private mutating func wait(_ isSpeech: Bool, behind: Int) -> Event? {
    silence += 1
    run = isSpeech ? run + 1 : 0
    guard VoiceFrames.frame * run >= Self.onset else { return nil }
    // Who goes on so soon after an end was only pausing.
    let pause = VoiceFrames.frame * (silence - run)
    if pause < .milliseconds(Self.trailing.most) { learn(pause + neededPause) }
    (isOpen, spoken, length, silence) = (true, run, run, 0)
    defer { run = 0 }
    return .began(samplesAgo: (run + behind) * VoiceFrames.frameSamples)
  }

  private mutating func goOn(_ isSpeech: Bool) -> Event? {
    length += 1
    if isSpeech {
      if VoiceFrames.frame * silence >= Self.innerPause { learn(VoiceFrames.frame * silence) }
      (spoken, silence) = (spoken + 1, 0)
    } else {
      silence += 1
    }
    guard VoiceFrames.frame * silence >= neededPause || VoiceFrames.frame * length >= Self.longest else {
      return nil
    }
    let hasWords = VoiceFrames.frame * spoken >= Self.shortest
    (isOpen, run, silence) = (false, 0, 0)
    return .ended(hasWords: hasWords)
  }

  private mutating func learn(_ pause: Duration) { usualPause += (pause - usualPause) / 4 }
}
