import Foundation
import Testing
import VoiceTranslatorCore

/// Every auto-repeat that keyboards have, with jitter and loss, held for any time: one take per hold, nothing of it
/// lost, its end within the rule's bound; and the outcomes are those of the committed tables (Outcomes/*.tsv, written
/// anew with `VOICE_TRANSLATOR_WRITE_GOLDEN=1`; then look at every difference).
@Suite struct HoldGridTests {
  @Test(arguments: SimulatedKeyboard.firstGaps)
  func `a hold is one take, kept from the press to the release and ended within the bound`(firstGap: Int)
    throws
  {
    var lines = [
      "interval\tjitter\tdrops %\tknown\t"
        + SimulatedKeyboard.holds.map { "\($0) ms" }.joined(separator: "\t")
    ]
    for keyboard in SimulatedKeyboard.all(firstGap: firstGap) {
      for known in [nil, keyboard.timing] {
        let played = SimulatedKeyboard.holds.map { HoldPlayed(keyboard, hold: $0, known: known) }
        for one in played { check(one, keyboard, isKnown: known != nil) }
        let circumstances = [keyboard.interval, keyboard.jitter, keyboard.drops].map(String.init)
        lines.append(
          (circumstances + [known == nil ? "no" : "yes"] + played.map(\.outcome)).joined(separator: "\t"))
      }
    }
    try compare(lines, with: "FirstGap\(firstGap).tsv")
  }

  @Test(arguments: SimulatedKeyboard.firstGaps)
  func `what was learned of another keyboard costs nothing: late repeats are reclaimed`(firstGap: Int) {
    for keyboard in SimulatedKeyboard.all(firstGap: firstGap)
    where keyboard.jitter == 0 && keyboard.drops == 0 {
      for learned in [(200, 10), (400, 50), (1000, 500)] {
        for hold in [1200, 2000, 5000] {
          let played = HoldPlayed(
            keyboard, hold: hold, known: .init(firstGap: learned.0, interval: learned.1))
          let name: Comment = "\(keyboard), learned \(learned), held \(hold): \(played.play.story)"
          #expect(played.play.starts == 1 && played.play.ends.count == 1, name)
          #expect(played.reached >= hold, name)
        }
      }
    }
  }

  private func check(_ played: HoldPlayed, _ keyboard: SimulatedKeyboard, isKnown: Bool) {
    let hold = played.hold
    let name: Comment = "\(keyboard), \(isKnown ? "known" : "unknown"), held \(hold): \(played.play.story)"
    #expect(played.play.starts == played.play.ends.count, name)
    let bridged = keyboard.bridged(isKnown: isKnown)
    if played.silence < bridged { #expect(played.play.starts == 1, name) }
    // What comes after a longer silence begins a take of its own, with its pre-roll.
    if played.silence < bridged + 300 { #expect(played.reached >= hold, name) }
    guard played.play.starts == 1, let end = played.play.ends.last, let last = played.bytes.last else {
      return
    }
    let bound =
      played.outcome.hasPrefix("latched")
      ? max(hold + 1000, last + 1100) : last + keyboard.longestWait(repeats: played.repeats, isKnown: isKnown)
    #expect(end.at <= bound, name)
  }

  private func compare(_ lines: [String], with table: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Outcomes/\(table)")
    if ProcessInfo.processInfo.environment["VOICE_TRANSLATOR_WRITE_GOLDEN"] != nil {
      try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
    let agreed = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(agreed.count == lines.count)
    for (line, agreed) in zip(lines, agreed) { #expect(line == agreed) }
  }
}
