import AudioIO
import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

@Suite struct SpeechRouteTests {
  private func chunk() -> SpeechChunk { SpeechChunk(target: .spanish, bytes: [1, 2, 3]) }

  /// A route that holds back, as while someone speaks: what would be played can be told without a device.
  private func route(replaces: Bool) -> SpeechRoute {
    var playback = PlaybackConfiguration()
    playback.device = "null"
    let route = SpeechRoute(player: Player(playback) { _ in }, replaces: replaces)
    _ = route.stop()
    return route
  }

  @Test func `a newer turn's speech takes the place of an older one's, whose end is told`() {
    let route = route(replaces: true)
    #expect(route.take(chunk(), of: Turn.ID(1), targetIndex: 0).isEmpty)
    #expect(route.take(chunk(), of: Turn.ID(1), targetIndex: 1).isEmpty)
    #expect(route.take(chunk(), of: Turn.ID(2), targetIndex: 0) == [Turn.ID(1)])
    // What still comes of the older one is not spoken any more.
    #expect(route.take(chunk(), of: Turn.ID(1), targetIndex: 0).isEmpty)
    #expect(!route.end(Turn.ID(1)))
    #expect(route.end(Turn.ID(2)))
  }

  @Test func `with append both are spoken`() {
    let route = route(replaces: false)
    #expect(route.take(chunk(), of: Turn.ID(1), targetIndex: 0).isEmpty)
    #expect(route.take(chunk(), of: Turn.ID(2), targetIndex: 0).isEmpty)
    #expect(route.end(Turn.ID(1)) && route.end(Turn.ID(2)))
  }

  @Test func `a change of the configuration counts from the next speech on`() {
    let route = route(replaces: false)
    _ = route.take(chunk(), of: Turn.ID(1), targetIndex: 0)
    route.replaceOlder(true)
    #expect(route.take(chunk(), of: Turn.ID(2), targetIndex: 0) == [Turn.ID(1)])
  }
}
