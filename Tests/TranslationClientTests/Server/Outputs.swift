import Synchronization
import VoiceTranslatorCore

@testable import TranslationClient

/// What a backend emits, for looking at it afterwards.
final class Outputs: Sendable {
  private let list = Mutex<[TurnOutput]>([])

  var all: [TurnOutput] { list.withLock { $0 } }
  /// Without milestones.
  var content: [TurnOutput] {
    all.filter { if case .milestone = $0 { false } else { true } }
  }
  var milestones: [Milestone] {
    all.compactMap { if case .milestone(let milestone) = $0 { milestone } else { nil } }
  }

  func take(_ output: TurnOutput) { list.withLock { $0.append(output) } }
}

/// A tag that a test knows to be one.
func tag(_ text: String) -> LanguageTag {
  guard let tag = LanguageTag(text) else { preconditionFailure("\(text) is no tag") }
  return tag
}

/// Waits until something holds, at most 10 s; false when it never did.
func eventually(_ condition: () -> Bool) async -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while !condition() {
    guard ContinuousClock.now < deadline else { return false }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return true
}

/// The error that a call throws; nil when it throws none.
func backendError(_ call: () async throws(BackendError) -> Void) async -> BackendError? {
  do {
    try await call()
    return nil
  } catch {
    return error
  }
}
