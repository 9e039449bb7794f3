import Synchronization
import VoiceTranslatorCore

/// Gathers what a backend says of one turn that has no screen.
final class CommandTurn: Sendable {
  /// A finished turn and the encoded speech of each target.
  struct Result: Sendable {
    var entry: TranscriptEntry
    var speech: [LanguageTag: [UInt8]]
  }

  private let result: Mutex<Result>
  private let start = ContinuousClock.now

  init(request: TurnRequest) {
    var entry = TranscriptEntry(
      id: Turn.ID(1), at: Moment(uptime: .zero, clock: LocalTime.clock()), source: request.source,
      targets: request.targets)
    entry.release(at: .zero)
    result = Mutex(Result(entry: entry, speech: [:]))
  }

  func take(_ output: TurnOutput) {
    let now = ContinuousClock.now - start
    result.withLock { result in
      result.entry.take(output, at: now)
      if case .speech(let chunk) = output { result.speech[chunk.target, default: []] += chunk.bytes }
    }
  }

  /// What is being done, in a word.
  var stageWord: String {
    switch result.withLock({ $0.entry.stage }) {
    case .recording, .sending, .recognizing: "recognising…"
    case .translating: "translating…"
    case .speaking: "speaking…"
    case .done, .nothingHeard, .failed: "done"
    }
  }

  func finished() -> Result {
    let now = ContinuousClock.now - start
    return result.withLock { result in
      result.entry.end(at: now)
      return result
    }
  }
}
