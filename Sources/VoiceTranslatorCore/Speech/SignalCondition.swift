/// What the microphone gave since a recording began.
public struct SignalMeasure: Sendable, Equatable {
  /// Samples at ``SpeechFormat/sampleRate``.
  public var samples: Int
  /// The loudest sample, 0...32768.
  public var peak: Int
  /// Frames in which the device was at full scale.
  public var clipped: Int
  /// The loudest period's RMS in dBFS.
  public var loudest: Double

  /// What was measured.
  public init(samples: Int, peak: Int, clipped: Int, loudest: Double) {
    self.samples = samples
    self.peak = peak
    self.clipped = clipped
    self.loudest = loudest
  }
}

/// Whether a recording will be of use, in plain words, while it is made.
public enum SignalCondition: Sendable, Equatable, CaseIterable {
  /// Only zeros: muted, or nothing is plugged in.
  case absent
  /// Nothing that could be understood.
  case tooQuiet
  /// Cut off at full scale.
  case clipping
  /// Good for recognition.
  case fine

  /// A second without a loud moment is a speaker who waits, so being quiet is judged later than the rest.
  private static let patience = (signal: SpeechFormat.sampleRate / 2, level: SpeechFormat.sampleRate * 3 / 2)
  /// Speech whose loudest moment is quieter (RMS in dBFS) is not understood well.
  private static let quiet = -45.0
  /// From this share of clipped samples on it is heard.
  private static let clippedShare = 0.001

  /// What a measure says; nil: it is too early to tell.
  public init?(_ measure: SignalMeasure) {
    guard measure.samples >= Self.patience.signal else { return nil }
    if measure.peak == 0 {
      self = .absent
    } else if Double(measure.clipped) > Self.clippedShare * Double(measure.samples) {
      self = .clipping
    } else if measure.loudest >= Self.quiet {
      self = .fine
    } else if measure.samples >= Self.patience.level {
      self = .tooQuiet
    } else {
      return nil
    }
  }

  /// What to tell the person who speaks.
  public var words: String {
    switch self {
    case .absent: "no signal: is it muted?"
    case .tooQuiet: "far too quiet: come closer"
    case .clipping: "clipping: speak softer"
    case .fine: "fine"
    }
  }
}
