/// Takes out what a microphone adds to every sample, as cheap sound chips do.
///
/// The offset is the mean of all samples so far, of the last second at most, and is left alone while it may still be
/// the sound's own: a device without an offset gives its samples unchanged.
struct DCOffset {
  /// Samples of the last second, at the lowest usual rate.
  private static let longest = 16_000.0
  /// A mean beyond this share of a hum's RMS after 20 ms is none of its own; after n times as long, an n-th of it.
  private static let surprising = 0.6 * 320
  /// A smaller offset does no harm.
  private static let harmless = 16.0
  /// A mean so many times its standard error is none of a noise's own.
  private static let certain = 5.0

  private var mean = 0.0
  private var power = 0.0
  private var heard = 0.0
  /// The square of the mean's standard error, from how far the means of the pieces are from it.
  private var errorSquare = 0.0
  private var isThere = false

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
    let weight = min(1, count / heard)
    let own = Double(sum) / count
    errorSquare = errorSquare * (1 - weight) * (1 - weight) + (own - mean) * (own - mean) * weight * weight
    mean += (own - mean) * weight
    power += (Double(squares) / count - power) * weight
    let surprising = Self.surprising * power.squareRoot() / heard
    // Once found it stays: taken out now and then it would be heard.
    isThere =
      abs(mean)
      > (isThere ? Self.harmless : max(Self.harmless, surprising, Self.certain * errorSquare.squareRoot()))
    guard isThere else { return }
    let offset = Int(mean.rounded())
    for index in samples.indices { samples[index] = Int16(clamping: Int(samples[index]) - offset) }
  }
}
