import Glibc
import Synchronization

/// How loud the microphone is, in dBFS: 0 is full scale, -100 stands for silence and below.
public struct Level: Sendable, Equatable {
  /// The loudest sample.
  public var peak: Double
  /// Root of the mean square.
  public var rms: Double

  /// The loudest sample as it is, 0...32768; not kept in a ``LevelCell``.
  var highest = 0

  /// Nothing is heard.
  public static let silence = Level(peak: -100, rms: -100)

  /// The level of some samples; none are silence.
  init(_ samples: UnsafeBufferPointer<Int16>) {
    var peak = 0
    var sum = 0.0
    for sample in samples {
      peak = max(peak, abs(Int(sample)))
      sum += Double(sample) * Double(sample)
    }
    self.init(
      peak: Self.decibels(Double(peak) / 32_768),
      rms: samples.isEmpty ? -100 : Self.decibels((sum / Double(samples.count)).squareRoot() / 32_768))
    highest = peak
  }

  init(peak: Double, rms: Double) {
    self.peak = peak
    self.rms = rms
  }

  /// 20 log₁₀ of an amplitude, not below -100.
  private static func decibels(_ amplitude: Double) -> Double {
    amplitude <= 0.00001 ? -100 : 20 * log10(amplitude)
  }
}

/// The newest level, written by the capture thread and read by whoever draws, without a lock.
final class LevelCell: Sendable {
  private let bits = Atomic<UInt64>(0)

  /// Hundredths of a decibel below full scale, in two halves.
  var value: Level {
    get {
      let bits = bits.load(ordering: .relaxed)
      return Level(
        peak: -Double(bits >> 32) / 100, rms: -Double(bits & 0xFFFF_FFFF) / 100)
    }
    set {
      let peak = UInt64(max(0, -newValue.peak * 100))
      let rms = UInt64(max(0, -newValue.rms * 100))
      bits.store(peak << 32 | rms, ordering: .relaxed)
    }
  }
}
