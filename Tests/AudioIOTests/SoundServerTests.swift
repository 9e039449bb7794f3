import Testing
import VoiceTranslatorCore

@testable import AudioIO

extension SoundCardTests {
  /// What a real sound server does to its clients when it stops answering or dies.
  @Suite(.serialized) struct SoundServerTests {
    let utterance = Utterance(turn: Turn.ID(1))

    @Test(arguments: SoundServer.Kind.allCases)
    func `a server that freezes while someone speaks is told, and holds nothing up`(kind: SoundServer.Kind)
      async throws
    {
      let server = try server(kind)
      let log = Log<RecorderEvent>()
      let recorder = try await recording(log, server)
      try server.rig("freeze")
      let error = await log.wait { if case .failed(let error) = $0 { error } else { nil } }
      #expect(error?.kind == .deviceLost)
      #expect(await completed(log) == utterance.count)
      // The next press finds it still frozen.
      let next = Utterance(turn: Turn.ID(2))
      recorder.begin(next, spoolingTo: nil)
      let isToldAgain = await log.wait(forAtLeast: 2) { if case .failed = $0 { true } else { false } }
      #expect(isToldAgain)
      recorder.end()
      let isNextComplete = await log.wait { if case .completed(Turn.ID(2), 0, _) = $0 { true } else { nil } }
      #expect(isNextComplete == true)
      let asked = ContinuousClock.now
      recorder.stop()
      #expect(ContinuousClock.now - asked < .seconds(3))
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `a server that was killed is used again once it is back`(kind: SoundServer.Kind) async throws {
      let server = try server(kind)
      let log = Log<RecorderEvent>()
      let recorder = try await recording(log, server)
      try server.rig("unplug")
      #expect(await completed(log) == utterance.count)
      #expect(utterance.count > 0)
      try server.rig("plug")
      let isBack = await log.wait(forAtLeast: 2) { if case .opened = $0 { true } else { false } }
      #expect(isBack)
      recorder.stop()
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `speech is stopped at once also when the server is frozen`(kind: SoundServer.Kind) async throws {
      let server = try server(kind)
      let log = Log<PlayerEvent>()
      var configuration = PlaybackConfiguration()
      configuration.device = server.speaker
      let player = Player(configuration) { log.add($0) }
      player.append(
        waveBytes(rate: 48_000, data: bytes(sine(440, seconds: 20, rate: 48_000))), to: clip(1, 0, 0, 0))
      player.end(Turn.ID(1))
      #expect(await log.wait { $0 == .started(Turn.ID(1)) ? true : nil } == true)
      try server.rig("freeze")
      try await Task.sleep(for: .milliseconds(300))
      let asked = ContinuousClock.now
      player.stop()
      #expect(log.all.last == .stopped(Turn.ID(1)))
      player.append([1, 2, 3], to: clip(2, 0, 0, 0))
      player.close()
      #expect(ContinuousClock.now - asked < .seconds(3))
    }

    private func server(_ kind: SoundServer.Kind) throws -> SoundServer {
      try SoundServer(kind, #require(SoundCard.folder))
    }

    private func recording(_ log: Log<RecorderEvent>, _ server: SoundServer) async throws -> Recorder {
      var configuration = CaptureConfiguration()
      configuration.device = server.microphone
      let recorder = Recorder(configuration) { log.add($0) }
      recorder.start()
      recorder.begin(utterance, spoolingTo: nil)
      try #require(await log.wait { $0 == .firstSample(Turn.ID(1)) ? true : nil } == true)
      return recorder
    }

    private func completed(_ log: Log<RecorderEvent>) async -> Int? {
      await log.wait { if case .completed(Turn.ID(1), let count, _) = $0 { count } else { nil } }
    }
  }
}
