extension HoldDetector {
  /// Times that the user may set.
  public struct Settings: Sendable {
    /// A press shorter than this latches (where releases are told).
    public var tap: Duration
    /// A take this long ends by itself.
    public var limit: Duration

    /// The defaults: 200 ms and ten minutes.
    public init(tap: Duration = .milliseconds(200), limit: Duration = .seconds(600)) {
      self.tap = tap
      self.limit = limit
    }
  }

  /// Times that follow from how keyboards and terminals behave: first gaps of 250–690 ms (up to 1000 by setting),
  /// intervals of 16–49 ms, up to 92 in tmux and 170 under load.
  enum Rule {
    /// Without releases, on an unknown terminal, a key that doesn't repeat for this long was tapped.
    static let unknownWindow = Duration.milliseconds(1100)
    /// On a known terminal the window is twice its first gap, but not less than this.
    static let knownWindow = Duration.milliseconds(400)
    /// Until four repeats were seen, at least this long a silence means that the key came up.
    static let earlySilence = Duration.milliseconds(600)
    /// Later so many repeats that don't come mean it: on their way one after the other may be lost or late.
    static let silentRepeats = 5
    /// But at least this long a silence.
    static let leastSilence = Duration.milliseconds(200)
    /// Repeats closer than this while latched are late repeats of a held key.
    static let lateRepeat = Duration.milliseconds(600)
    /// After a forced stop the key is deaf until it was silent for this long.
    static let deafness = Duration.milliseconds(800)
    /// A latched take ends this long after the speech in it.
    static let afterSpeech = Duration.seconds(1)
    /// A latched take in which nobody speaks ends after this long.
    static let latchedSilence = Duration.seconds(30)
    /// The countdown begins this long before the limit.
    static let countdown = Duration.seconds(30)
    /// A press this soon after a release is contact bounce: switches settle within 5–20 ms, fingers take 60.
    /// A hold's end waits as long, which the hangover hides.
    static let bounce = Duration.milliseconds(25)
    /// No keyboard repeats faster: closer bytes were bunched on their way and tell nothing of the interval.
    static let bunched = Duration.milliseconds(8)
  }
}
