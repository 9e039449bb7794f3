import Synchronization
import VoiceTranslatorCore

/// Measures what the microphone gives: written by the capture thread, read by whoever draws, without a lock.
final class SignalMeter: Sendable {
  private let samples = Atomic(0)
  private let peak = Atomic(0)
  private let clipped = Atomic(0)
  /// Hundredths of a decibel below full scale.
  private let loudest = Atomic(10_000)

  /// A recording begins.
  func reset() {
    samples.store(0, ordering: .relaxed)
    peak.store(0, ordering: .relaxed)
    clipped.store(0, ordering: .relaxed)
    loudest.store(10_000, ordering: .relaxed)
  }

  /// Takes a period in: its level, and how many of its frames were at full scale before they were converted.
  func add(_ count: Int, _ level: Level, clipped frames: Int) {
    samples.add(count, ordering: .relaxed)
    clipped.add(frames, ordering: .relaxed)
    if level.highest > peak.load(ordering: .relaxed) { peak.store(level.highest, ordering: .relaxed) }
    let hundredths = Int(-level.rms * 100)
    if hundredths < loudest.load(ordering: .relaxed) { loudest.store(hundredths, ordering: .relaxed) }
  }

  var measure: SignalMeasure {
    SignalMeasure(
      samples: samples.load(ordering: .relaxed), peak: peak.load(ordering: .relaxed),
      clipped: clipped.load(ordering: .relaxed), loudest: -Double(loudest.load(ordering: .relaxed)) / 100)
  }
}
