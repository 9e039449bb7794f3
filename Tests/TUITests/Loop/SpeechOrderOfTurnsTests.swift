import AudioIO
import Foundation
import Synchronization
import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

/// The way of speech to a real player on ALSA's null device, which takes everything at once.
@Suite(.timeLimit(.minutes(10))) struct SpeechOrderOfTurnsTests {
  private let heard = Heard()
  private let route: SpeechRoute

  init() {
    var configuration = PlaybackConfiguration()
    configuration.device = "null"
    let heard = heard
    route = SpeechRoute(player: Player(configuration) { heard.add($0) }, replaces: false)
  }

  private func say(_ turn: Int, segment: Int = 0) {
    _ = route.take(
      SpeechChunk(target: .spanish, segment: segment, bytes: Self.wave), of: Turn.ID(turn), targetIndex: 0)
  }

  @Test func `what a later turn says waits for the earlier one, however late that is`() async {
    route.expect(Turn.ID(1))
    route.expect(Turn.ID(2))
    say(2)
    route.end(Turn.ID(2))
    try? await Task.sleep(for: .milliseconds(100))
    #expect(heard.all.isEmpty)
    say(1)
    route.end(Turn.ID(1))
    await heard.wait(for: .finished(Turn.ID(2)))
    #expect(
      heard.all == [1, 2].flatMap { [PlayerEvent.started(Turn.ID($0)), .finished(Turn.ID($0))] })
  }

  @Test func `a turn that says nothing, or is given up, keeps nobody waiting`() async {
    for turn in 1...3 { route.expect(Turn.ID(turn)) }
    say(3)
    route.end(Turn.ID(3))
    route.end(Turn.ID(1))
    #expect(heard.all.isEmpty)
    route.forget(Turn.ID(2), isAgain: false)
    await heard.wait(for: .finished(Turn.ID(3)))
    #expect(heard.all == [.started(Turn.ID(3)), .finished(Turn.ID(3))])
  }

  @Test func `what was said early in another language is not heard when the turn runs anew`() async {
    route.expect(Turn.ID(1))
    _ = route.stop()
    say(1)
    route.forget(Turn.ID(1), isAgain: true)
    route.end(Turn.ID(1))
    route.allow()
    say(2)
    route.end(Turn.ID(2))
    await heard.wait(for: .finished(Turn.ID(2)))
    #expect(!heard.all.contains(.started(Turn.ID(1))))
  }

  @Test func `held speech is played when it is allowed`() async {
    route.expect(Turn.ID(1))
    route.hold()
    say(1)
    route.end(Turn.ID(1))
    try? await Task.sleep(for: .milliseconds(100))
    #expect(heard.all.isEmpty)
    route.allow()
    await heard.wait(for: .finished(Turn.ID(1)))
    #expect(route.replay(Turn.ID(1)))
  }

  /// A twentieth of a second of WAVE.
  private static let wave = WAVEHeader.bytes(samples: 800) + [UInt8](repeating: 1, count: 1_600)

  private final class Heard: Sendable {
    private let events = Mutex<[PlayerEvent]>([])
    var all: [PlayerEvent] { events.withLock { $0 } }
    func add(_ event: PlayerEvent) { events.withLock { $0.append(event) } }
    /// Fails after a minute, with what came instead.
    func wait(for event: PlayerEvent) async {
      let deadline = ContinuousClock.now + .seconds(60)
      while !all.contains(event) {
        guard ContinuousClock.now < deadline else {
          Issue.record("\(event) did not come, but \(all)")
          return
        }
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
  }
}
