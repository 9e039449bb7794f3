import Testing
import VoiceTranslatorCore

@testable import AudioIO

extension SoundCardTests {
  @Suite(.serialized) struct RecorderTests {
    let log = Log<RecorderEvent>()
    let utterance = Utterance(turn: Turn.ID(1))

    init() throws { _ = try #require(SoundCard.folder) }

    @Test func `a recording begins with what was said before the press and has no hole`() async throws {
      let recorder = try await opened("prerolled")
      try await Task.sleep(for: .milliseconds(600))
      recorder.begin(utterance, spoolingTo: nil)
      #expect(await log.wait { if case .firstSample(let turn) = $0 { turn } else { nil } } == Turn.ID(1))
      try await Task.sleep(for: .milliseconds(300))
      recorder.end()
      #expect(await completed() == utterance.count)
      let start = try #require(place(of: utterance.samples))
      // The pre-roll precedes the press, which came more than its length after the first sample.
      #expect(start > 0)
      #expect(utterance.count >= 4_800 + 3_200)
      recorder.stop()
    }

    @Test func `the hangover follows the release, less the time the release took to be known`() async throws {
      let recorder = try await opened("hung")
      recorder.begin(utterance, spoolingTo: nil)
      try await Task.sleep(for: .milliseconds(200))
      recorder.end(sinceRelease: .milliseconds(200))
      #expect(await completed() != nil)
      let other = Utterance(turn: Turn.ID(2))
      recorder.begin(other, spoolingTo: nil)
      let before = other.count
      recorder.end()
      #expect(await completed(2) != nil)
      #expect(other.count >= before + 3_200)
      #expect(place(of: other.samples) != nil)
      recorder.stop()
    }

    @Test(arguments: ["xrun", "suspend"])
    func `the recording goes on after a fault, which is told`(fault: String) async throws {
      let recorder = try await opened(fault)
      recorder.begin(utterance, spoolingTo: nil)
      #expect(await log.wait { $0 == .firstSample(Turn.ID(1)) ? true : nil } == true)
      try SoundCard.fault(fault, on: fault)
      let gap = await log.wait { if case .gap(_, let at, let samples) = $0 { (at, samples) } else { nil } }
      let before = utterance.count
      let (place, lost) = try #require(gap)
      #expect(place > 0 && place <= before)
      #expect(lost > 0 && lost < 16_000 * 10)
      #expect(await grows(beyond: before))
      recorder.end()
      #expect(await completed() == utterance.count)
      #expect(!log.all.contains { if case .failed = $0 { true } else { false } })
      recorder.stop()
    }

    @Test(arguments: ["unplug", "stall"])
    func `a lost device completes the recording, and is taken up when it is back`(fault: String) async throws
    {
      let recorder = try await opened(fault)
      recorder.begin(utterance, spoolingTo: nil)
      #expect(await log.wait { $0 == .firstSample(Turn.ID(1)) ? true : nil } == true)
      try SoundCard.fault(fault, on: fault)
      let error = await failure()
      #expect(error?.kind == .deviceLost && error?.direction == .capture && error?.device == fault)
      #expect(await completed() == utterance.count)
      #expect(utterance.isComplete && utterance.count > 0)
      let openings = log.all.count { $0 == .opened(device: fault) }
      try SoundCard.fault(nil, on: fault)
      let isBack = await log.wait { [log] _ in
        log.all.count { $0 == .opened(device: fault) } > openings ? true : nil
      }
      #expect(isBack == true)
      recorder.stop()
    }

    @Test(arguments: [
      ("missing", AudioError.Kind.deviceNotFound), ("nothing", .deviceNotFound), ("busy", .deviceBusy),
      ("forbidden", .permissionDenied), ("refused", .serviceUnavailable), ("unknown", .deviceNotFound),
    ])
    func `a device that can't be opened is told once, in the user's terms`(
      device: String, kind: AudioError.Kind
    ) async throws {
      let recorder = started(device)
      #expect(await failure()?.kind == kind)
      try await Task.sleep(for: .milliseconds(700))
      #expect(log.all.count == 1)
      recorder.stop()
    }

    @Test func `each press tells why the device can't be opened, and ends without a sample`() async throws {
      let recorder = started("busy")
      for press in 1...3 {
        let presses = Utterance(turn: Turn.ID(press))
        recorder.begin(presses, spoolingTo: nil)
        #expect(await completed(press) == 0)
        #expect(presses.isComplete)
      }
      let failures = log.all.count {
        if case .failed(let error) = $0 { error.kind == .deviceBusy } else { false }
      }
      #expect((3...4).contains(failures))
      recorder.stop()
    }

    @Test func `a device that hangs is told, and doesn't hold up the end`() async throws {
      let recorder = started("hanging")
      recorder.begin(utterance, spoolingTo: nil)
      let error = await failure()
      #expect(error?.kind == .deviceLost && error?.device == "hanging")
      recorder.end()
      #expect(await completed() == 0)
      let asked = ContinuousClock.now
      recorder.stop()
      #expect(ContinuousClock.now - asked < .seconds(3))
    }

    @Test func `a cold microphone is not left open when the key comes up before it gives`() async throws {
      let recorder = started("late") { $0.isWarm = false }
      recorder.begin(utterance, spoolingTo: nil)
      try await Task.sleep(for: .milliseconds(100))
      recorder.end()
      #expect(await completed() == 0)
      try await Task.sleep(for: .milliseconds(1_500))
      #expect(!log.all.contains(.opened(device: "late")))
      recorder.stop()
    }

    @Test func `what was said before the microphone was closed doesn't precede the next recording`()
      async throws
    {
      let recorder = started("again") { $0.isWarm = false }
      for turn in 1...2 {
        let utterance = Utterance(turn: Turn.ID(turn))
        recorder.begin(utterance, spoolingTo: nil)
        #expect(await log.wait { $0 == .firstSample(Turn.ID(turn)) ? true : nil } == true)
        try await Task.sleep(for: .milliseconds(400))
        recorder.end()
        #expect(await completed(turn) != nil)
        // Opened anew, the card begins anew.
        #expect(place(of: utterance.samples) == 0)
        let closings = { [log] in log.all.count { $0 == .closed(device: "again") } }
        #expect(await log.wait { _ in closings() == turn ? true : nil } == true)
      }
      recorder.stop()
    }

    @Test func `a discarded recording leaves no file`() async throws {
      let recorder = try await opened("discard")
      let folder = try TemporaryFolder()
      recorder.begin(utterance, spoolingTo: folder.file("a.wav"))
      #expect(await log.wait { $0 == .firstSample(Turn.ID(1)) ? true : nil } == true)
      recorder.discard()
      while !utterance.isComplete { try await Task.sleep(for: .milliseconds(5)) }
      #expect(folder.read("a.wav").isEmpty)
      recorder.stop()
    }

    @Test func `a cold microphone is open only for the recording, which its file equals`() async throws {
      let recorder = started("cold") { $0.isWarm = false }
      try await Task.sleep(for: .milliseconds(300))
      #expect(log.all.isEmpty)
      let folder = try TemporaryFolder()
      recorder.begin(utterance, spoolingTo: folder.file("a.wav"))
      #expect(await grows(beyond: 3_000))
      recorder.end()
      #expect(await completed() != nil)
      #expect(await log.wait { $0 == .closed(device: "cold") ? true : nil } == true)
      #expect(try WAVEFile(folder.read("a.wav")).monoSamples() == utterance.samples)
      #expect(place(of: utterance.samples) == 0)
      recorder.stop()
    }

    private func started(
      _ device: String, _ change: (inout CaptureConfiguration) -> Void = { _ in }
    ) -> Recorder {
      var configuration = CaptureConfiguration()
      configuration.device = device
      change(&configuration)
      let recorder = Recorder(configuration) { [log] in log.add($0) }
      recorder.start()
      return recorder
    }

    private func opened(_ device: String) async throws -> Recorder {
      let recorder = started(device)
      try #require(await log.wait { $0 == .opened(device: device) ? true : nil } == true)
      return recorder
    }

    private func completed(_ turn: Int = 1) async -> Int? {
      await log.wait {
        if case .completed(Turn.ID(turn), let count, _) = $0 { count } else { nil }
      }
    }

    private func failure() async -> AudioError? {
      await log.wait { if case .failed(let error) = $0 { error } else { nil } }
    }

    private func grows(beyond count: Int) async -> Bool {
      let deadline = ContinuousClock.now + .seconds(20)
      while utterance.count <= count && ContinuousClock.now < deadline {
        try? await Task.sleep(for: .milliseconds(5))
      }
      return utterance.count > count
    }

    /// Where in what the microphone heard these samples are, one after the other; nil: nowhere.
    private func place(of samples: [Int16]) -> Int? {
      (0..<SoundCard.heard.count - samples.count).first { start in
        SoundCard.heard[start] == samples.first && SoundCard.heard[start...].starts(with: samples)
      }
    }
  }
}
