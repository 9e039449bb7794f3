import Glibc

/// Makes speech faster or slower at the same pitch (WSOLA: W. Verhelst and M. Roelands, ICASSP 1993): overlapping
/// pieces are laid closer together or further apart, each taken from where it continues the one before best.
final class TimeStretch {
  /// Half of a piece: 10 ms.
  private let hop: Int
  /// How far from its place a piece may be taken: 5 ms.
  private let reach: Int
  /// 2 is twice as fast.
  var speed = 1.0
  private var input: [Int16] = []
  /// Where the next piece should begin in `input`.
  private var place = 0.0
  /// Where the last piece that was laid would have gone on.
  private var natural: Int?
  /// The half of the last piece that waits for its other half.
  private var tail: [Float]
  private let rise: [Float]

  /// A stretcher for samples of `rate` Hz.
  init(rate: Int) {
    hop = rate / 100
    reach = rate / 200
    tail = Array(repeating: 0, count: hop)
    let hop = Float(hop)
    rise = (0..<Int(hop)).map { 0.5 - 0.5 * cos(Float.pi * (Float($0) + 0.5) / hop) }
  }

  /// Takes samples in and adds what is ready to `target`.
  func process(_ samples: some Collection<Int16>, into target: inout [Int16]) {
    input += samples
    while Int(place) + reach + 2 * hop <= input.count { lay(at: best(near: Int(place)), &target) }
    // What lies behind every place still wanted is forgotten.
    let done = max(0, min(Int(place) - reach, natural ?? Int(place)))
    guard done > 48_000 else { return }
    input.removeFirst(done)
    place -= Double(done)
    natural = natural.map { $0 - done }
  }

  /// Nothing follows: adds the end.
  func finish(into target: inout [Int16]) {
    process([Int16](repeating: 0, count: 2 * hop + reach), into: &target)
  }

  private func lay(at start: Int, _ target: inout [Int16]) {
    for index in 0..<hop {
      let sample = tail[index] + Float(input[start + index]) * rise[index]
      target.append(Int16(max(-32_768, min(32_767, sample))))
      tail[index] = Float(input[start + hop + index]) * rise[hop - 1 - index]
    }
    natural = start + hop
    place += Double(hop) * speed
  }

  /// Where within reach of `start` the sound is most like what would have come next.
  private func best(near start: Int) -> Int {
    guard let natural else { return start }
    var (best, highest) = (start, -Float.infinity)
    for candidate in stride(from: max(0, start - reach), through: start + reach, by: 2) {
      var (product, energy) = (Float(0), Float(1))
      for index in stride(from: 0, to: hop, by: 4) {
        let sample = Float(input[candidate + index])
        product += sample * Float(input[natural + index])
        energy += sample * sample
      }
      let likeness = product / energy.squareRoot()
      if likeness > highest { (best, highest) = (candidate, likeness) }
    }
    return best
  }
}
