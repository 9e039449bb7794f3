/// Tells, frame by frame, whether someone speaks, by the power against the room's and the speaker's own.
public struct VoiceFrames: Sendable {
  /// How long a frame lasts.
  public static let frame = Duration.milliseconds(20)
  static let frameSamples = SpeechFormat.samples(in: frame)
  /// Mean square of what is -50 dBFS: nothing quieter is speech.
  private static let floor = 1e-5 * 32_768.0 * 32_768.0
  /// Speech has so many times the power of the room: 9 dB.
  private static let aboveRoom = 8.0
  /// What has so many times less power than the speaker is a pause: 26 dB.
  private static let belowSpeaker = 400.0
  /// The room may get louder, and the next speaker quieter: both are followed, by 1.5 dB a second.
  private static let drift = 1.007

  private var pending: [Int16] = []
  private var room = Double.infinity
  private var speaker = 0.0

  /// No samples yet.
  public init() {}

  /// Takes samples in; for each frame they complete, whether it holds speech.
  public mutating func append(_ samples: some Collection<Int16>) -> [Bool] {
    pending.append(contentsOf: samples)
    var frames: [Bool] = []
    var start = 0
    while pending.count - start >= Self.frameSamples {
      let frame = pending[start..<start + Self.frameSamples]
      frames.append(isSpeech(frame.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(frame.count)))
      start += Self.frameSamples
    }
    pending.removeFirst(start)
    return frames
  }

  private mutating func isSpeech(_ power: Double) -> Bool {
    // A digital silence must not make every later sound a voice: the room is never taken to be quieter than this.
    room = min(max(power, Self.floor / 100), room * Self.drift)
    speaker = max(power, speaker / Self.drift)
    return power > max(Self.floor, room * Self.aboveRoom, speaker / Self.belowSpeaker)
  }
}
