/// The one format speech has between the microphone and a backend: 16 kHz, mono, signed 16-bit.
public enum SpeechFormat {
  /// Samples per second.
  public static let sampleRate = 16_000

  /// How long `samples` last.
  public static func duration(of samples: Int) -> Duration {
    .nanoseconds(Int64(samples) * 1_000_000_000 / Int64(sampleRate))
  }

  /// How many whole samples fit into `duration`.
  public static func samples(in duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * sampleRate + Int(attoseconds / (1_000_000_000_000_000_000 / Int64(sampleRate)))
  }

  /// `samples` as the little-endian bytes that WAVE files and `audio/L16`-style bodies carry.
  public static func littleEndianBytes(_ samples: some Collection<Int16>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * 2)
    for sample in samples {
      let bits = UInt16(bitPattern: sample)
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
    }
    return bytes
  }
}
