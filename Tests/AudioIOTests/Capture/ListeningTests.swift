import Testing
import VoiceTranslatorCore

@testable import AudioIO

@Suite struct ListeningTests {
  private var listening = Listening()

  /// Feeds sound by the period, as the recorder does.
  private mutating func hear(_ seconds: Double, _ height: Int) -> [RecorderEvent] {
    var events: [RecorderEvent] = []
    for period in 0..<Int(seconds * 50) {
      let samples = (0..<320).map { index in
        // Rise and fall, as syllables do.
        Int16((index % 2 == 0 ? 1 : -1) * height * (4 + period % 8) / 12)
      }
      events += listening.append(samples[...])
    }
    return events
  }

  @Test mutating func `a beginning is told while there is enough from before it, and then its end`() {
    listening.turn(on: true)
    #expect(hear(1, 10) == [])
    #expect(hear(0.2, 9_000) == [.voiceBegan])
    // Until somebody records it, it is known how long ago it began.
    #expect((1_600...4_800).contains(listening.sinceBeginning ?? 0))
    listening.taken()
    #expect(hear(0.6, 9_000) == [])
    #expect(listening.sinceBeginning == nil)
    #expect(hear(2, 10) == [.voiceEnded(hasWords: true)])
  }

  @Test mutating func `who is not listening hears nothing, and begins anew`() {
    listening.turn(on: true)
    _ = hear(1, 10)
    #expect(hear(0.5, 9_000) == [.voiceBegan])
    listening.turn(on: false)
    #expect(hear(3, 10) + hear(1, 9_000) == [])
    listening.turn(on: true)
    // The loudspeaker's last sound, still in the room.
    #expect(hear(0.2, 9_000) == [])
    #expect(hear(1, 10) == [])
    #expect(hear(0.5, 9_000) == [.voiceBegan])
  }
}
