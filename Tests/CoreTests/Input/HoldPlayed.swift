import VoiceTranslatorCore

/// A hold that was played, and what the detector made of it.
struct HoldPlayed {
  let bytes: [Int]
  let play: HoldPlay
  let hold: Int

  init(_ keyboard: SimulatedKeyboard, hold: Int, known: HoldDetector.Timing?) {
    var random = SplitMix(
      seed: UInt64(
        ((keyboard.firstGap * 1000 + keyboard.interval) * 100 + keyboard.jitter) * 100 + keyboard.drops)
        &* 31 &+ UInt64(hold))
    var play = HoldPlay(timing: known)
    bytes = keyboard.bytes(hold: hold, &random)
    // Someone speaks while the key is down; a latched take waits for the end of that.
    var moments =
      bytes.map { ($0, isByte: true) } + stride(from: 0, through: hold, by: 50).map { ($0, isByte: false) }
    moments.sort { $0.0 < $1.0 }
    for (time, isByte) in moments { if isByte { play.press(at: time) } else { play.voice(at: time) } }
    play.advance(to: max(bytes.last ?? 0, hold) + 40_000)
    (self.play, self.hold) = (play, hold)
  }

  /// The longest silence from the first repeat to the key's release.
  var silence: Int {
    zip(bytes.dropFirst(), bytes.dropFirst(2) + [hold]).map { $1 - $0 }.max() ?? 0
  }

  /// Gaps that say something of the keyboard: what came in a bunch doesn't.
  var repeats: Int { zip(bytes, bytes.dropFirst()).count { $1 - $0 >= 8 } }

  /// The times that are recorded: from before the press on, and to the decision or the end of the hangover.
  var kept: [ClosedRange<Int>] {
    zip(play.startedAt, play.ends).map { ($0 - 300)...max($1.at, $1.keptTo + 200) }
  }

  /// `held+200`: a held take, ended 200 ms after the key came up. `latched`: it ended by itself. `split`: more than
  /// one take, because a silence was longer than what the rule bridges.
  var outcome: String {
    guard play.starts == 1, let end = play.ends.first else { return "split" }
    let late = play.story.contains { $0.hasPrefix("held") } ? "reclaimed" : "held"
    let isLatched = play.story.contains { $0.hasPrefix("latched") } && late == "held"
    return "\(isLatched ? "latched" : late)+\(end.at - hold)"
  }

  /// Up to when the takes, with their pre-rolls and hangovers, leave out nothing.
  var reached: Int {
    var reached = 0
    for span in kept where span.lowerBound <= reached { reached = max(reached, span.upperBound) }
    return reached
  }
}
