import Testing
import VoiceTranslatorCore

@testable import AudioIO

extension SoundCardTests {
  /// Every fault at three moments, on the bare card and on both sound servers: nothing hangs, each recording and each
  /// turn ends once, and afterwards all is as before.
  @Suite(.serialized) struct FaultTests {
    /// Where a fault comes from, and how it is made and ended.
    enum Place: CustomStringConvertible, CaseIterable, Sendable {
      case xrun, suspend, unplug, stall, eio, pulseFrozen, pulseKilled, pipewireFrozen, pipewireKilled

      var description: String {
        switch self {
        case .xrun: "xrun"
        case .suspend: "suspend"
        case .unplug: "unplug"
        case .stall: "stall"
        case .eio: "eio"
        case .pulseFrozen: "PulseAudio frozen"
        case .pulseKilled: "PulseAudio killed"
        case .pipewireFrozen: "PipeWire frozen"
        case .pipewireKilled: "PipeWire killed"
        }
      }

      var server: SoundServer.Kind? {
        switch self {
        case .pulseFrozen, .pulseKilled: .pulse
        case .pipewireFrozen, .pipewireKilled: .pipewire
        default: nil
        }
      }

      func begin(on server: SoundServer?, _ device: String) throws {
        guard let server else { return try SoundCard.fault(description, on: device) }
        try server.rig(self == .pulseFrozen || self == .pipewireFrozen ? "freeze" : "unplug")
      }

      func end(on server: SoundServer?, _ device: String) throws {
        guard let server else { return try SoundCard.fault(nil, on: device) }
        try server.rig(self == .pulseFrozen || self == .pipewireFrozen ? "thaw" : "plug")
      }
    }

    /// When it comes.
    enum Moment: CaseIterable { case before, during, atTheEnd }

    @Test(arguments: Place.allCases, Moment.allCases)
    func `a recording survives`(place: Place, moment: Moment) async throws {
      let server = try place.server.map { try SoundServer($0, #require(SoundCard.folder)) }
      let device = server?.microphone ?? "matrix"
      try SoundCard.fault(nil, on: "matrix")
      let log = Log<RecorderEvent>()
      var configuration = CaptureConfiguration()
      configuration.device = device
      let recorder = Recorder(configuration) { log.add($0) }
      recorder.start()
      try #require(await log.wait { if case .opened = $0 { true } else { nil } } == true)
      let utterance = Utterance(turn: Turn.ID(1))
      if moment == .before { try place.begin(on: server, device) }
      recorder.begin(utterance, spoolingTo: nil)
      if moment != .before {
        try #require(await log.wait { $0 == .firstSample(Turn.ID(1)) ? true : nil } == true)
        try await Task.sleep(for: .milliseconds(200))
      }
      if moment == .during { try place.begin(on: server, device) }
      try await Task.sleep(for: .milliseconds(300))
      recorder.end()
      if moment == .atTheEnd { try place.begin(on: server, device) }
      let kept = await completed(1, log)
      #expect(kept == utterance.count && utterance.isComplete)
      if moment != .before { #expect(utterance.count > 0) }
      try place.end(on: server, device)
      // It comes back by itself, and the next press is recorded.
      try #require(await records(recorder, log))
      #expect(log.all.count { if case .completed(Turn.ID(1), _, _) = $0 { true } else { false } } == 1)
      let asked = ContinuousClock.now
      recorder.stop()
      #expect(ContinuousClock.now - asked < .seconds(3))
    }

    @Test(arguments: Place.allCases, Moment.allCases)
    func `speech survives`(place: Place, moment: Moment) async throws {
      let server = try place.server.map { try SoundServer($0, #require(SoundCard.folder)) }
      let device = server?.speaker ?? "matrix-speaker"
      try SoundCard.fault(nil, on: "matrix-speaker")
      let log = Log<PlayerEvent>()
      var configuration = PlaybackConfiguration()
      configuration.device = device
      let player = Player(configuration) { log.add($0) }
      if moment == .before { try place.begin(on: server, device) }
      send(1, player, seconds: 1)
      if moment != .before {
        try #require(await log.wait { $0 == .started(Turn.ID(1)) ? true : nil } == true)
        try await Task.sleep(for: .milliseconds(moment == .during ? 300 : 850))
        try place.begin(on: server, device)
      }
      try await Task.sleep(for: .milliseconds(500))
      player.stop()
      try place.end(on: server, device)
      // Nothing of the first turn is in the way of the next ones.
      var turn = 2
      repeat {
        send(turn, player, seconds: 0.2)
        let end = await log.wait { event in
          switch event {
          case .finished(Turn.ID(turn)): true
          case .failed(Turn.ID(turn), _): false
          default: nil
          }
        }
        if end == true { break }
        turn += 1
        try await Task.sleep(for: .milliseconds(500))
      } while turn < 12
      #expect(turn < 12)
      let ends = log.all.count { event in
        switch event {
        case .finished(Turn.ID(1)), .stopped(Turn.ID(1)), .failed(Turn.ID(1), _): true
        default: false
        }
      }
      #expect(ends == 1)
      player.close()
    }

    private func records(_ recorder: Recorder, _ log: Log<RecorderEvent>) async -> Bool {
      for turn in 2..<12 {
        let next = Utterance(turn: Turn.ID(turn))
        recorder.begin(next, spoolingTo: nil)
        try? await Task.sleep(for: .milliseconds(700))
        recorder.end()
        if let count = await completed(turn, log), count > 0 { return true }
      }
      return false
    }

    private func completed(_ turn: Int, _ log: Log<RecorderEvent>) async -> Int? {
      await log.wait { if case .completed(Turn.ID(turn), let count, _) = $0 { count } else { nil } }
    }

    private func send(_ turn: Int, _ player: Player, seconds: Double) {
      let clip = clip(turn, 0, 0, 0)
      player.append(waveBytes(rate: 48_000, data: bytes(sine(440, seconds: seconds, rate: 48_000))), to: clip)
      player.finish(clip)
      player.end(Turn.ID(turn))
    }
  }
}
