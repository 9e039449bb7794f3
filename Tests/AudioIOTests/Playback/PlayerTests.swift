import Testing
import VoiceTranslatorCore

@testable import AudioIO

extension SoundCardTests {
  @Suite(.serialized) struct PlayerTests {
    let log = Log<PlayerEvent>()

    init() throws { _ = try #require(SoundCard.folder) }

    @Test func `every sample of the clips is played, in order, once`() async throws {
      let player = player(on: "exact")
      let first = ramp(9_600)
      let second = ramp(9_600, from: 20_000)
      send(second, to: clip(1, 0, 0, 1), player)
      send(first, to: clip(1, 0, 0, 0), player)
      player.end(Turn.ID(1))
      #expect(await log.wait { $0 == .finished(Turn.ID(1)) ? true : nil } == true)
      player.close()
      #expect(log.all.first == .started(Turn.ID(1)))
      let played = SoundCard.played(on: "exact")
      // Which clip is first depends on which the player took up first; it never mixes them.
      #expect(played == first + second || played == second + first)
    }

    @Test func `a speaker that sleeps hears silence first, but only when it was just opened`() async throws {
      let player = player(on: "lead-in") { $0.leadIn = .milliseconds(250) }
      let speech = ramp(9_600)
      for turn in [1, 2] {
        send(speech, to: clip(turn, 0, 0, 0), player)
        player.end(Turn.ID(turn))
      }
      #expect(await log.wait { $0 == .finished(Turn.ID(2)) ? true : nil } == true)
      player.close()
      #expect(SoundCard.played(on: "lead-in") == [Int16](repeating: 0, count: 12_000) + speech + speech)
    }

    @Test func `turns are played one after the other`() async throws {
      let player = player(on: "order")
      for turn in [1, 2] {
        send(ramp(4_800, from: turn * 5_000), to: clip(turn, 0, 0, 0), player)
        player.end(Turn.ID(turn))
      }
      #expect(await log.wait { $0 == .finished(Turn.ID(2)) ? true : nil } == true)
      player.close()
      #expect(
        log.all == [.started(Turn.ID(1)), .finished(Turn.ID(1)), .started(Turn.ID(2)), .finished(Turn.ID(2))])
    }

    @Test func `stopping is quick and forgets what waited`() async throws {
      let player = player(on: "stopped")
      send(ramp(48_000 * 20), to: clip(1, 0, 0, 0), player)
      player.end(Turn.ID(1))
      #expect(await log.wait { $0 == .started(Turn.ID(1)) ? true : nil } == true)
      let asked = ContinuousClock.now
      player.stop()
      #expect(await log.wait { $0 == .stopped(Turn.ID(1)) ? true : nil } == true)
      #expect(ContinuousClock.now - asked < .seconds(5))
      player.stop()
      player.close()
      // Told once, and nothing after it.
      #expect(log.all == [.started(Turn.ID(1)), .stopped(Turn.ID(1))])
      #expect(SoundCard.played(on: "stopped").count < 48_000 * 15)
    }

    @Test func `a device that goes away fails the turn and is closed in bounded time`() async throws {
      let player = player(on: "gone")
      send(ramp(48_000 * 20), to: clip(1, 0, 0, 0), player)
      #expect(await log.wait { $0 == .started(Turn.ID(1)) ? true : nil } == true)
      try SoundCard.fault("unplug", on: "gone")
      let error = await log.wait { if case .failed(_, let error) = $0 { error } else { nil } }
      #expect(error?.kind == .deviceLost && error?.direction == .playback)
      let asked = ContinuousClock.now
      player.close()
      #expect(ContinuousClock.now - asked < .seconds(5))
    }

    @Test(arguments: ["unplugged-and-back", "eio"])
    func `speech goes on when the device is back soon`(device: String) async throws {
      let player = player(on: device)
      let speech = ramp(48_000 * 2)
      send(speech, to: clip(1, 0, 0, 0), player)
      player.end(Turn.ID(1))
      #expect(await log.wait { $0 == .started(Turn.ID(1)) ? true : nil } == true)
      try await Task.sleep(for: .milliseconds(200))
      try SoundCard.fault(device == "eio" ? "eio" : "unplug", on: device)
      try await Task.sleep(for: .milliseconds(400))
      try SoundCard.fault(nil, on: device)
      #expect(await log.wait { $0 == .finished(Turn.ID(1)) ? true : nil } == true)
      player.close()
      #expect(log.all == [.started(Turn.ID(1)), .finished(Turn.ID(1))])
      // The card keeps what was played since it was opened last: the rest, to its end.
      let played = SoundCard.played(on: device)
      #expect(played.count > 9_600 && played.count < speech.count)
      #expect(played == speech.suffix(played.count))
    }

    @Test(arguments: [("busy", AudioError.Kind.deviceBusy), ("missing", .deviceNotFound)])
    func `a device that can't be opened fails the turn in the user's terms`(
      device: String, kind: AudioError.Kind
    ) async throws {
      let player = player(on: device)
      send([1, 2, 3], to: clip(1, 0, 0, 0), player)
      let error = await log.wait { if case .failed(_, let error) = $0 { error } else { nil } }
      #expect(error?.kind == kind && error?.device == device)
      // What still comes of it is no news.
      send([1, 2, 3], to: clip(1, 0, 0, 1), player)
      player.end(Turn.ID(1))
      player.end(Turn.ID(2))
      #expect(await log.wait { $0 == .finished(Turn.ID(2)) ? true : nil } == true)
      #expect(log.all.count == 2)
      player.close()
    }

    private func player(
      on device: String, _ change: (inout PlaybackConfiguration) -> Void = { _ in }
    ) -> Player {
      var configuration = PlaybackConfiguration()
      configuration.device = device
      change(&configuration)
      return Player(configuration) { [log] in log.add($0) }
    }

    private func send(_ samples: [Int16], to clip: Clip, _ player: Player) {
      player.append(waveBytes(rate: 48_000, data: bytes(samples)), to: clip)
      player.finish(clip)
    }
  }
}
