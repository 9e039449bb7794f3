import Synchronization
public import VoiceTranslatorCore

/// One turn that may take several attempts, each of which goes on where the one before it failed.
public final class ResumableTurn: Sendable {
  private struct State {
    var progress: TurnProgress
    var problems: [StageProblem] = []
  }
  private let state: Mutex<State>
  private let input: TurnInput
  /// What is asked for.
  public let request: TurnRequest

  /// A turn of which `progress` is done already.
  public init(_ input: TurnInput, _ request: TurnRequest, progress: TurnProgress = TurnProgress()) {
    self.input = input
    self.request = request
    var progress = progress
    switch input {
    case .speech: break
    case .text(let text): progress.heard = text
    case .translation(let text):
      progress.heard = ""
      if let target = request.targets.first { progress.translations[target] = text }
    }
    state = Mutex(State(progress: progress))
  }

  /// How far it came.
  public var progress: TurnProgress { state.withLock { $0.progress } }

  /// The stage that comes next; nil: none.
  public var nextStage: Stage? { progress.stage(of: request) }

  /// Runs what is left of the turn. Gives the problems of single targets, which `emit` heard of too; throws what ends
  /// the turn as a whole.
  public func run(
    on backend: any TranslationBackend, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> [StageProblem] {
    for step in progress.steps(for: request) {
      do throws(BackendError) {
        try await backend.run(input(for: step), step.request) { [self] output in
          state.withLock { state in
            state.progress.take(output)
            if case .problem(let problem) = output { state.problems.append(problem) }
          }
          await emit(output)
        }
        state.withLock { $0.progress.ended() }
      } catch {
        state.withLock { $0.progress.ended(failedAt: .some(error.stage)) }
        throw error
      }
    }
    return state.withLock { state in
      defer { state.problems = [] }
      return state.problems
    }
  }

  private func input(for step: TurnProgress.Step) -> TurnInput {
    switch step.entry {
    case .recording: input
    case .heard(let text): .text(text)
    case .translation(let text): .translation(text)
    }
  }
}
