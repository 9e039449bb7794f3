import AudioIO
import Glibc
import Synchronization
import VoiceTranslatorCore

/// Whether the microphone gives sound and the speaker takes it.
enum SoundCheck {
  /// Listens for so long.
  private static let time = Duration.milliseconds(1_500)

  /// Listens for a moment; on a terminal the level is shown meanwhile.
  static func microphone(_ context: ProgramContext) async -> Finding {
    let device = context.configuration.capture
    if let error = Devices.probe(.capture, device) { return Finding("microphone", .broken, Notice(error)) }
    let trouble = Mutex<AudioError?>(nil)
    let recorder = Recorder(context.captureConfiguration) { event in
      if case .failed(let error) = event { trouble.withLock { $0 = error } }
    }
    let utterance = Utterance(turn: Turn.ID(1))
    recorder.start()
    recorder.begin(utterance, spoolingTo: nil)
    let deadline = ContinuousClock.now + time
    while ContinuousClock.now < deadline {
      let level = Int(recorder.level.rms.rounded())
      ProgressLine.show("microphone: say something  \(bar(level))  \(level) dB")
      do { try await Task.sleep(for: .milliseconds(50)) } catch { break }
    }
    let samples = utterance.samples
    recorder.stop()
    if let error = trouble.withLock({ $0 }) { return Finding("microphone", .broken, Notice(error)) }
    return finding(device: device, samples: samples)
  }

  /// What a recording tells of the microphone.
  static func finding(device: String, samples: [Int16]) -> Finding {
    guard !samples.isEmpty else {
      return Finding(
        "microphone", .broken,
        Notice("'\(device)' gives no sound.", remedy: "Choose another with --capture."))
    }
    let peak = samples.reduce(0) { max($0, abs(Int($1))) }
    guard peak > 0 else {
      return Finding(
        "microphone", .warning,
        Notice("'\(device)' gives nothing but silence.", remedy: "Check that it is not muted."))
    }
    let square = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    let level = "level \(decibels(square.squareRoot())) dB, peak \(decibels(Double(peak))) dB"
    guard samples.count(where: { abs(Int($0)) >= 32_700 }) < 10 else {
      return Finding(
        "microphone", .warning, Notice("'\(device)' is too loud (\(level)).", remedy: "Turn its gain down."))
    }
    return Finding("microphone", good: "\(device), \(level)")
  }

  /// Plays a short tone.
  static func speaker(_ context: ProgramContext) async -> Finding {
    let tone = tone()
    let bytes = WAVEHeader.bytes(samples: tone.count) + tone.withUnsafeBytes { Array($0) }
    if let error = await CommandPlayer.play([bytes], context.playbackConfiguration) {
      return Finding("speaker", .broken, Notice(error))
    }
    return Finding("speaker", good: "\(context.configuration.playback), a tone was played")
  }

  /// 0.3 s of 440 Hz, a tenth of full scale, with soft ends.
  private static func tone() -> [Int16] {
    let count = SpeechFormat.samples(in: .milliseconds(300))
    return (0..<count).map { index in
      let phase = 2 * Double.pi * 440 * Double(index) / Double(SpeechFormat.sampleRate)
      return Int16(3_000 * sin(phase) * sin(Double.pi * Double(index) / Double(count)))
    }
  }

  private static func decibels(_ amplitude: Double) -> Int { Int((20 * log10(amplitude / 32_768)).rounded()) }

  private static func bar(_ level: Int) -> String {
    String(repeating: "#", count: max(0, min(20, (level + 60) / 3)))
  }
}
