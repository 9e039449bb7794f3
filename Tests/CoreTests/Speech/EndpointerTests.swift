import Testing
import VoiceTranslatorCore

@Suite struct EndpointerTests {
  var endpointer = Endpointer()

  private mutating func hear(_ sound: [Int16]) -> [Endpointer.Event] {
    var events: [Endpointer.Event] = []
    for start in stride(from: 0, to: sound.count, by: 500) {
      events += endpointer.append(sound[start..<min(start + 500, sound.count)])
    }
    return events
  }

  @Test mutating func `speech begins an utterance and the pause after it ends it`() {
    #expect(hear(noise(1, 20)) == [])
    let began = hear(voice(0.3))
    guard case .began(let ago)? = began.first else { return #expect(began.count == 1) }
    #expect((1_600...4_800).contains(ago))
    #expect(hear(voice(1)) == [])
    #expect(hear(noise(0.4, 20)) == [])
    #expect(hear(voice(1)) == [])
    #expect(hear(noise(1.5, 20)) == [.ended(hasWords: true)])
  }

  @Test mutating func `a click is no utterance, and a very short sound holds no word`() {
    #expect(hear(noise(1, 20) + voice(0.06) + noise(1, 20)) == [])
    #expect(hear(voice(0.16) + noise(2, 20)).last == .ended(hasWords: false))
  }

  @Test mutating func `a louder room is not taken for a voice for long`() {
    _ = hear(noise(1, 20))
    let events = hear(noise(30, 900))
    #expect(events.last.map { if case .ended = $0 { true } else { false } } ?? true)
    #expect(hear(voice(1, level: 16_000)).count == 1)
  }

  @Test mutating func `who pauses long is given more time, and who goes on at once less`() {
    _ = hear(noise(1, 20))
    let before = endpointer.neededPause
    for _ in 0..<6 { _ = hear(voice(1) + noise(0.45, 20)) }
    let slow = endpointer.neededPause
    #expect(slow > before)
    for _ in 0..<3 { _ = hear(noise(3, 20)) }
    for _ in 0..<12 { _ = hear(voice(0.5) + noise(0.18, 20)) }
    #expect(endpointer.neededPause < slow)
  }

  @Test mutating func `no utterance is longer than the longest`() {
    _ = hear(noise(1, 20))
    var events: [Endpointer.Event] = []
    for _ in 0..<60 { events += hear(voice(0.96) + noise(0.04, 20)) }
    #expect(events.count { $0 == .ended(hasWords: true) } >= 2)
  }
}

/// Steady noise with a seeded generator; `level` is its largest sample.
func noise(_ seconds: Double, _ level: Int16) -> [Int16] {
  var state: UInt64 = 42
  return (0..<Int(seconds * 16_000)).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int16(truncatingIfNeeded: Int(state >> 40) % (2 * Int(level) + 1) - Int(level))
  }
}

/// A loud sound with the rise and fall of syllables.
func voice(_ seconds: Double, level: Int16 = 8_000) -> [Int16] {
  noise(seconds, level).enumerated().map { index, sample in
    let syllable = index % 3_200
    return Int16(Int(sample) * (400 + min(syllable, 3_200 - syllable)) / 2_000)
  }
}
