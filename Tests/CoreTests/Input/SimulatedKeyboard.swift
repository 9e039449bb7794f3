import VoiceTranslatorCore

/// One way in which a held key's repeats reach the program. Times in milliseconds.
struct SimulatedKeyboard: Sendable {
  let firstGap: Int
  let interval: Int
  /// Repeats come up to so much later than they should.
  let jitter: Int
  /// So many of a hundred repeats never come.
  let drops: Int

  var timing: HoldDetector.Timing { .init(firstGap: firstGap, interval: interval) }

  /// When bytes come in a hold of so many milliseconds that begins at 0.
  func bytes(hold: Int, _ random: inout SplitMix) -> [Int] {
    var last = 0
    return [0]
      + stride(from: firstGap, to: hold, by: interval).compactMap { time in
        guard Int.random(in: 0..<100, using: &random) >= drops else { return nil }
        // On one connection none overtakes another.
        last = max(last, time + Int.random(in: 0...jitter, using: &random))
        return last
      }
  }

  /// What ends no hold: a silence between repeats of less than four intervals, at least 200; at most 600 until the
  /// interval is known.
  func bridged(isKnown: Bool) -> Int {
    let silence = max(4 * interval, 200)
    return isKnown ? silence : min(silence, 600)
  }

  /// So long after the last byte a hold of so many repeats ends at the latest, by the detector's rule.
  func longestWait(repeats: Int, isKnown: Bool) -> Int {
    // Of the few intervals of a short hold most may be longer than they should be.
    let slowest = (interval + jitter) * (drops > 0 ? 2 : 1)
    if repeats < 4 { return max(600, (isKnown ? interval : slowest) * 5) }
    return max(5 * slowest, 200)
  }

  static let firstGaps = [200, 250, 400, 660, 1000]

  static func all(firstGap: Int) -> [SimulatedKeyboard] {
    [10, 16, 33, 50, 92, 170, 300, 500].flatMap { interval in
      [0, 20, 80].flatMap { jitter in
        [0, 2, 10].map {
          SimulatedKeyboard(firstGap: firstGap, interval: interval, jitter: jitter, drops: $0)
        }
      }
    }
  }

  static let holds = [50, 150, 300, 600, 900, 1200, 1500, 2000, 3000, 5000, 20_000]
}
