import Synchronization
import VoiceTranslatorCore

/// Several backends in the order of preference: where one fails, the next goes on, from the stage that failed.
struct FailoverBackend: TranslationBackend {
  let name: String
  private let backends: [any TranslationBackend]
  private let resting = RestingBackends()

  /// At least one backend.
  init(name: String, _ backends: [any TranslationBackend]) {
    self.name = name
    self.backends = backends
  }

  /// Of the first; the others are there for bad times.
  func capabilities() async throws(BackendError) -> Capabilities {
    try await backends[0].capabilities()
  }

  /// Ready as soon as one of them is; else how the first is.
  func health() async -> BackendHealth {
    let first = await backends[0].health()
    guard case .failing = first else { return first }
    for backend in backends.dropFirst() where await backend.health() == .ready { return .ready }
    return first
  }

  func warmUp() async { for backend in backends { await backend.warmUp() } }

  func run(
    _ input: TurnInput, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    let turn = ResumableTurn(input, request)
    var candidates = resting.awake(of: backends.indices).map { backends[$0] }
    while !candidates.isEmpty {
      let backend = candidates.removeFirst()
      let next = candidates.first
      do throws(BackendError) {
        // A problem that another backend may not have is told by that one.
        let problems = try await turn.run(on: backend) { output in
          if case .problem = output, next != nil { return }
          await emit(output)
        }
        guard let problem = problems.first, let next else { return }
        await emit(
          .handedOver(
            Handover(from: backend.name, to: next.name, stage: problem.stage, reason: problem.message)))
      } catch {
        guard error.kind != .cancelled, let next else { throw error }
        if error.kind == .unreachable || error.kind == .timedOut { resting.rest(index(of: backend)) }
        await emit(
          .handedOver(
            Handover(
              from: backend.name, to: next.name, stage: turn.nextStage ?? error.stage, reason: error.reason)))
      }
    }
  }

  private func index(of backend: any TranslationBackend) -> Int {
    backends.firstIndex { $0.name == backend.name } ?? 0
  }
}

/// Backends that didn't answer, left in peace for half a minute so that not every turn waits for them in vain.
private final class RestingBackends: Sendable {
  private let until = Mutex<[Int: ContinuousClock.Instant]>([:])

  func rest(_ index: Int) { until.withLock { $0[index] = .now + .seconds(30) } }

  /// Those that don't rest; all of them when all do.
  func awake(of indices: Range<Int>) -> [Int] {
    let now = ContinuousClock.now
    let awake = until.withLock { until in indices.filter { until[$0].map { $0 <= now } ?? true } }
    return awake.isEmpty ? Array(indices) : awake
  }
}

extension BackendError {
  /// The cause in a few words, for a line that names the backend already.
  public var reason: String {
    let cause =
      switch kind {
      case .unreachable: "can't be reached"
      case .unauthorized: "refused the key"
      case .rateLimited: "had too many requests"
      case .quotaExceeded: "is used up"
      case .unsupportedLanguages: "has no such languages"
      case .timedOut: "gave no answer in time"
      case .tooLarge: "takes no recording so long"
      case .rejected: "refused the request"
      case .redirected: "sends the caller elsewhere"
      case .untrusted: "isn't trusted"
      case .protocolViolation: "answered something else"
      case .failed: "failed"
      case .cancelled: "was cancelled"
      }
    return detail.isEmpty ? cause : "\(cause): \(detail)"
  }
}
