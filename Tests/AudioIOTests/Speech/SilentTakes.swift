import Foundation

/// Recordings in which nobody speaks, made by rule, the same every time: zeros, noise and hum from −60 to −20 dBFS,
/// keyboard clicks, music.
struct SilentTakes {
  private static let rate = 16_000.0
  private static let levels = [-60.0, -50, -40, -30, -20]
  /// Semitones of a major scale above its root.
  private static let scale = [0.0, 2, 4, 5, 7, 9, 11, 12, 14, 16]
  private var random = Seeded(7)

  /// All takes by name; there are more than two hundred.
  static func all() -> [(name: String, samples: [Int16])] {
    var maker = SilentTakes()
    var takes: [(String, [Int16])] = [0.1, 0.5, 1, 2, 5].map {
      ("zeros \($0) s", [Int16](repeating: 0, count: Int($0 * rate)))
    }
    for seconds in [0.7, 1.1, 2.3] {
      let count = Int(seconds * rate)
      for level in levels {
        let made = [
          ("white", maker.white(count)), ("pink", maker.pink(count)), ("hum 50 Hz", maker.hum(50, count)),
          ("hum 60 Hz", maker.hum(60, count)),
        ]
        let more = (0..<5).flatMap { number in
          [("clicks \(number)", maker.clicks(count)), ("music \(number)", maker.music(count))]
        }
        takes += (made + more).map { ("\($0.0) \(seconds) s, \(level) dBFS", at(level, $0.1)) }
      }
    }
    return takes
  }

  private static func at(_ decibels: Double, _ signal: [Double]) -> [Int16] {
    let rms = (signal.reduce(0) { $0 + $1 * $1 } / Double(signal.count)).squareRoot()
    let scale = pow(10, decibels / 20) / max(rms, 1e-9) * 32_767
    return signal.map { Int16(clamping: Int($0 * scale)) }
  }

  private mutating func uniform(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

  /// Nearly Gaussian: four uniform numbers of one random number's bits.
  private mutating func normal() -> Double {
    let bits = random.next()
    let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    return (Double(sum) / 65_536 - 2) * 1.73
  }

  private mutating func white(_ count: Int) -> [Double] { (0..<count).map { _ in normal() } }

  /// Equal power in every octave (P. Kellet's filter of white noise).
  private mutating func pink(_ count: Int) -> [Double] {
    var state = [Double](repeating: 0, count: 3)
    return (0..<count).map { _ in
      let white = normal()
      state[0] = 0.99765 * state[0] + white * 0.0990460
      state[1] = 0.96300 * state[1] + white * 0.2965164
      state[2] = 0.57000 * state[2] + white * 1.0526913
      return state.reduce(white * 0.1848, +)
    }
  }

  private mutating func hum(_ hertz: Double, _ count: Int) -> [Double] {
    let phases = (1...7).map { _ in uniform(0...6.28) }
    return (0..<count).map { index in
      let angle = 2 * .pi * hertz * Double(index) / Self.rate
      let tone = phases.enumerated().reduce(0.0) { sum, part in
        let order = Double(part.offset + 1)
        return sum + sin(angle * order + part.element) / order
      }
      return tone + 0.01 * normal()
    }
  }

  /// 3 to 9 a second, each a press and a softer release, over a quiet room.
  private mutating func clicks(_ count: Int) -> [Double] {
    var signal = (0..<count).map { _ in 0.002 * normal() }
    var place = uniform(0.11...0.33)
    while place < Double(count) / Self.rate - 0.15 {
      for (delay, loudness) in [(0, 1), (uniform(0.05...0.09), 0.4)] {
        let start = Int((place + delay) * Self.rate)
        let scale = loudness * uniform(0.5...1)
        for index in 0..<192 { signal[start + index] += scale * normal() * exp(-Double(index) / 48) }
      }
      place += uniform(0.11...0.33)
    }
    return signal
  }

  /// A plucked melody over chords, in four parts.
  private mutating func music(_ count: Int) -> [Double] {
    var signal = [Double](repeating: 0, count: count)
    let beat = Int(uniform(0.18...0.5) * Self.rate)
    let root = uniform(110...220)
    for start in stride(from: 0, to: count, by: beat) {
      for _ in 0..<4 {
        let step = Self.scale[Int.random(in: 0..<Self.scale.count, using: &random)]
        let hertz = root * pow(2, step / 12)
        for index in start..<min(start + 3 * beat, count) {
          let time = Double(index - start) / Self.rate
          for order in 1...4 {
            let order = Double(order)
            signal[index] += sin(2 * .pi * hertz * order * time) * exp(-time * 3 * order) / order
          }
        }
      }
    }
    return signal
  }
}
