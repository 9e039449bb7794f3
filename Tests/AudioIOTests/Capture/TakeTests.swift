import Testing
import VoiceTranslatorCore

@testable import AudioIO

@Suite struct TakeTests {
  let utterance = Utterance(turn: Turn.ID(1))

  @Test func `a take never ends while the key is down`() {
    var take = Take(utterance, spool: nil)
    for _ in 0..<100 { _ = take.append(Array(repeating: 0, count: 320)) }
    #expect(!take.isOver)
    #expect(utterance.count == 32_000)
  }

  @Test func `speech goes on through the whole hangover and not a sample longer`() {
    var take = Take(utterance, spool: nil)
    take.release(hangover: 3_200)
    var pieces = 0
    while !take.isOver && pieces < 100 {
      _ = take.append(sine(300, seconds: 0.05))
      pieces += 1
    }
    #expect(utterance.count == 3_200)
    #expect(take.peak > 16_000)
  }

  @Test func `silence cuts the hangover short`() {
    var take = Take(utterance, spool: nil)
    _ = take.append(sine(300, seconds: 0.1))
    take.release(hangover: 3_200)
    for _ in 0..<3 { _ = take.append(Array(repeating: 3, count: 320)) }
    #expect(take.isOver)
    #expect(utterance.count == 1_600 + 960)
  }

  @Test func `who stopped speaking before the release is not waited for, but for a period`() {
    var take = Take(utterance, spool: nil)
    _ = take.append(sine(300, seconds: 0.1))
    for _ in 0..<10 { _ = take.append(Array(repeating: 3, count: 320)) }
    take.release(hangover: 3_200)
    #expect(!take.isOver)
    _ = take.append(Array(repeating: 3, count: 320))
    #expect(take.isOver)
    // Whoever goes on is heard.
    var other = Take(Utterance(turn: Turn.ID(2)), spool: nil)
    for _ in 0..<10 { _ = other.append(Array(repeating: 3, count: 320)) }
    other.release(hangover: 3_200)
    _ = other.append(sine(300, seconds: 0.02))
    #expect(!other.isOver)
  }

  @Test func `a hangover of nothing is over at once`() {
    var take = Take(utterance, spool: nil)
    take.release(hangover: 0)
    #expect(take.isOver)
  }

  @Test func `the loudest negative sample counts as full scale`() {
    var take = Take(utterance, spool: nil)
    _ = take.append([Int16.min, 5])
    #expect(take.peak == 32_768)
  }
}
