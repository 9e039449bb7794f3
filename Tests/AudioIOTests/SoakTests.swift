import Foundation
import Testing
import VoiceTranslatorCore

@testable import AudioIO

extension SoundCardTests {
  /// A fault every five seconds while someone records and something plays: nothing is lost, doubled or leaked.
  /// A minute, or as many seconds as `VOICE_TRANSLATOR_SOAK_SECONDS` says (`make soak`).
  @Suite(.serialized) struct SoakTests {
    static let seconds =
      ProcessInfo.processInfo.environment["VOICE_TRANSLATOR_SOAK_SECONDS"].flatMap(Int.init) ?? 60
    static let faults = ["xrun", "suspend", "unplug", "stall", "eio"]

    @Test(.timeLimit(.minutes(seconds / 60 + 5)))
    func `every sample that came is in one recording, and nothing leaks`() async throws {
      try SoundCard.fault(nil, on: "matrix")
      try SoundCard.fault(nil, on: "matrix-speaker")
      let captured = Log<RecorderEvent>()
      let played = Log<PlayerEvent>()
      var capture = CaptureConfiguration()
      capture.device = "matrix"
      var playback = PlaybackConfiguration()
      playback.device = "matrix-speaker"
      let recorder = Recorder(capture) { captured.add($0) }
      let player = Player(playback) { played.add($0) }
      recorder.start()
      try #require(await captured.wait { if case .opened = $0 { true } else { nil } } == true)
      var random = Seeded(11)
      var before = Usage()
      let start = ContinuousClock.now
      var turn = 0
      while ContinuousClock.now - start < .seconds(Self.seconds) {
        let fault = Self.faults[turn % Self.faults.count]
        turn += 1
        let utterance = Utterance(turn: Turn.ID(turn))
        recorder.begin(utterance, spoolingTo: nil)
        speak(turn, player)
        try await Task.sleep(for: .milliseconds(Int.random(in: 300...2_500, using: &random)))
        try SoundCard.fault(fault, on: "matrix")
        try SoundCard.fault(fault, on: "matrix-speaker")
        try await Task.sleep(for: .milliseconds(1_500))
        recorder.end()
        try SoundCard.fault(nil, on: "matrix")
        try SoundCard.fault(nil, on: "matrix-speaker")
        let count = await captured.wait {
          if case .completed(Turn.ID(turn), let count, _) = $0 { count } else { nil }
        }
        #expect(count == utterance.count)
        checkPieces(of: utterance, gaps: gaps(of: turn, captured))
        player.stop()
        // The device comes back by itself.
        try await Task.sleep(for: .milliseconds(1_000))
        // What is used once is there after two rounds of every fault.
        if turn == 2 * Self.faults.count { before = Usage() }
      }
      let after = Usage()
      recorder.stop()
      player.close()
      let ends = played.all.count { if case .started = $0 { false } else { true } }
      #expect(ends == turn)
      guard turn > 2 * Self.faults.count else { return }
      #expect(after.threads <= before.threads + 2, "\(before) → \(after)")
      #expect(after.descriptors <= before.descriptors + 4, "\(before) → \(after)")
      #expect(after.kilobytes <= before.kilobytes + 16_384 + turn * 4, "\(before) → \(after)")
    }

    /// Between gaps a recording is a piece of what the card gave, sample by sample.
    private func checkPieces(of utterance: Utterance, gaps: [Int]) {
      let samples = utterance.samples
      let places = ([0] + gaps.filter { $0 < samples.count } + [samples.count]).sorted()
      for (from, to) in zip(places, places.dropFirst()) where to - from > 8 {
        let piece = samples[from..<to]
        let isFound = Self.places[Array(piece.prefix(4))]?.contains { start in
          start + piece.count <= SoundCard.heard.count && SoundCard.heard[start...].starts(with: piece)
        }
        #expect(isFound == true, "samples \(from)..<\(to) of turn \(utterance.turn) came from nowhere")
      }
    }

    /// Where four samples stand in what is heard.
    private static let places: [[Int16]: [Int]] = {
      var places: [[Int16]: [Int]] = [:]
      for start in 0..<SoundCard.heard.count - 4 {
        places[Array(SoundCard.heard[start..<start + 4]), default: []].append(start)
      }
      return places
    }()

    private func gaps(of turn: Int, _ log: Log<RecorderEvent>) -> [Int] {
      log.all.compactMap { if case .gap(Turn.ID(turn), let place, _) = $0 { place } else { nil } }
    }

    private func speak(_ turn: Int, _ player: Player) {
      let clip = clip(turn, 0, 0, 0)
      player.append(waveBytes(rate: 48_000, data: bytes([Int16](repeating: 500, count: 48_000))), to: clip)
      player.finish(clip)
      player.end(Turn.ID(turn))
    }
  }
}

/// What this process has of the machine.
private struct Usage {
  var threads = names("/proc/self/task")
  var descriptors = names("/proc/self/fd")
  var kilobytes = resident()

  private static func names(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  private static func resident() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
