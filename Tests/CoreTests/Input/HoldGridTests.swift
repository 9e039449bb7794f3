import Testing
import VoiceTranslatorCore

/// Every auto-repeat that keyboards have, with jitter and loss, held for any time: one take per hold, nothing of it
/// lost, its end within the rule's bound.
@Suite struct HoldGridTests {
  /// One way a keyboard repeats.
  struct Keyboard: Sendable, CustomTestStringConvertible {
    let firstGap: Int
    let interval: Int
    /// Repeats come up to so much later than they should, as a share of the interval.
    let jitter: Double
    let loss: Double

    var testDescription: String {
      "first gap \(firstGap), interval \(interval), jitter \(jitter), loss \(loss)"
    }

    var timing: HoldDetector.Timing { .init(firstGap: firstGap, interval: interval) }

    /// When bytes come in a hold of so many milliseconds.
    func bytes(hold: Int, _ random: inout SplitMix) -> [Int] {
      var last = 0
      return [0]
        + stride(from: firstGap, through: hold, by: interval).compactMap { time in
          guard Double.random(in: 0..<1, using: &random) >= loss else { return nil }
          last = max(last, time + Int(Double(interval) * .random(in: 0...jitter, using: &random)))
          return last
        }
    }
  }

  static let keyboards: [Keyboard] = {
    var keyboards: [Keyboard] = []
    for firstGap in [200, 250, 300, 400, 500, 660, 800, 1000] {
      for interval in [10, 16, 25, 33, 40, 49, 70, 92, 120, 170, 300, 500] {
        for jitter in [0, 0.1, 0.5] {
          // What no rule bridges: a silence longer than it waits for. Slow repeats leave no room for losses.
          guard Double(interval) * (1 + jitter) < 590 else { continue }
          for loss in interval <= 49 ? [0, 0.05] : [0] {
            keyboards.append(Keyboard(firstGap: firstGap, interval: interval, jitter: jitter, loss: loss))
          }
        }
      }
    }
    return keyboards
  }()

  @Test(arguments: keyboards)
  func `a hold is one take, kept up to the release and ended within the bound`(keyboard: Keyboard) {
    var random = SplitMix(seed: UInt64(keyboard.firstGap * 1000 + keyboard.interval))
    for isKnown in [false, true] {
      for hold in [50, 150, 300, 600, 900, 1200, 1500, 2000, 3000, 5000, 20_000] {
        var play = HoldPlay(timing: isKnown ? keyboard.timing : nil)
        let bytes = keyboard.bytes(hold: hold, &random)
        play.keys(at: bytes)
        // The speaker speaks to the end of the hold, which the latched take waits for.
        if play.detector.isTaking { play.detector.voiceHeard(at: .milliseconds(hold)) }
        play.advance(to: bytes.last.map { max($0, hold) + 10_000 } ?? 0)
        let name: Comment = "\(isKnown ? "known" : "unknown") terminal, held \(hold): \(play.story)"
        #expect(play.starts == 1 && play.ends.count == 1, name)
        guard let end = play.ends.first, let last = bytes.last else { continue }
        // The hangover of 200 ms is added to what is kept; the key came up at most one interval after a repeat.
        #expect(end.keptTo + 200 >= hold, name)
        #expect(end.at <= bound(keyboard, hold: hold, last: last, repeats: bytes.count - 1), name)
      }
    }
  }

  /// By when a take must end: by silence after repeats, else a second after the speech, or at the window's end.
  private func bound(_ keyboard: Keyboard, hold: Int, last: Int, repeats: Int) -> Int {
    if repeats == 0 { return max(hold + 1000, 1100) }
    if repeats < 3 { return last + 600 }
    let slowest = Int(Double(keyboard.interval) * (1 + keyboard.jitter) * (keyboard.loss > 0 ? 2 : 1))
    return last + min(max(5 * slowest, 200), 600)
  }
}
