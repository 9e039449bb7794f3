/// Takes out what a microphone adds to every sample, as cheap sound chips do.
///
/// The offset is the mean of all samples so far, of the last second at most, and is left alone while it may still be
/// the sound's own: a device without an offset gives its samples unchanged.
struct DCOffset {
  /// Samples of the last second, at the lowest usual rate.
  private static let longest = 16_000.0
  /// A mean beyond this share of the RMS after 20 ms is none of the sound's; after n times as long, an n-th of it.
  private static let surprising = 0.6 * 320
  /// A smaller offset does no harm.
  private static let harmless = 16.0

  private var mean = 0.0
  private var power = 0.0
  private var heard = 0.0

  /// Takes the offset out of the next samples.
  mutating func remove(from samples: UnsafeMutableBufferPointer<Int16>) {
    guard !samples.isEmpty else { return }
    var (sum, squares) = (0, 0)
    for sample in samples {
      sum += Int(sample)
      squares += Int(sample) * Int(sample)
    }
    let count = Double(samples.count)
    heard = min(heard + count, Self.longest)
    mean += (Double(sum) / count - mean) * min(1, count / heard)
    power += (Double(squares) / count - power) * min(1, count / heard)
    let surprising = Self.surprising * power.squareRoot() / heard
    guard abs(mean) > max(Self.harmless, surprising) else { return }
    let offset = Int(mean.rounded())
    for index in samples.indices { samples[index] = Int16(clamping: Int(samples[index]) - offset) }
  }
}
