import CSpeexDSP

/// Changes the sample rate of mono speech (speexdsp, quality 5 of 10).
final class Resampler {
  private let state: OpaquePointer
  private let input: Double
  private let output: Double
  /// Samples that pieces had and became, for ``flush()``.
  private var taken = 0
  private var given = 0

  /// Nil when speexdsp has no memory or a rate is 0.
  init?(from input: Int, to output: Int) {
    var error: Int32 = 0
    guard let state = speex_resampler_init(1, UInt32(input), UInt32(output), 5, &error) else { return nil }
    self.state = state
    self.input = Double(input)
    self.output = Double(output)
    // The filter's own delay is left out, so that the first sample is the first sample.
    speex_resampler_skip_zeros(state)
  }

  deinit { speex_resampler_destroy(state) }

  /// The most samples that `count` samples can become.
  func bound(_ count: Int) -> Int { Int(Double(count) * output / input) + 16 }

  /// Resamples into `target`, which has room for ``bound(_:)`` samples; returns how many there are.
  func process(_ source: UnsafeBufferPointer<Int16>, into target: UnsafeMutableBufferPointer<Int16>) -> Int {
    var done = 0
    var made = 0
    while done < source.count, made < target.count {
      var taken = UInt32(source.count - done)
      var given = UInt32(target.count - made)
      speex_resampler_process_int(
        state, 0, source.baseAddress.map { $0 + done }, &taken, target.baseAddress.map { $0 + made }, &given)
      if taken == 0 && given == 0 { break }
      done += Int(taken)
      made += Int(given)
    }
    return made
  }

  /// A whole recording at another rate, its end included.
  static func resample(_ samples: [Int16], from input: Int, to output: Int) -> [Int16] {
    guard input != output, let resampler = Resampler(from: input, to: output) else { return samples }
    return resampler.process(samples) + resampler.flush()
  }

  /// Resamples a piece of a recording, adding it to `target`.
  func process(_ source: UnsafeBufferPointer<Int16>, adding target: inout [Int16]) {
    let start = target.count
    target.append(contentsOf: repeatElement(0, count: bound(source.count)))
    let count = target.withUnsafeMutableBufferPointer {
      process(source, into: UnsafeMutableBufferPointer(rebasing: $0[start...]))
    }
    target.removeLast(target.count - start - count)
    taken += source.count
    given += count
  }

  /// Resamples a piece of a recording.
  func process(_ samples: [Int16]) -> [Int16] {
    var result: [Int16] = []
    samples.withUnsafeBufferPointer { process($0, adding: &result) }
    return result
  }

  /// The recording's end: what the filter still holds, so that as much comes out as went in.
  func flush() -> [Int16] {
    let missing = max(0, Int((Double(taken) * output / input).rounded()) - given)
    // Silence pushes the end out of the filter.
    let silence = [Int16](repeating: 0, count: Int(speex_resampler_get_input_latency(state)) + 1)
    return Array(process(silence).prefix(missing))
  }
}
