import Synchronization
public import VoiceTranslatorCore

/// Runs a turn of another backend one stage after the other: the whole recording, then its whole text, then the whole
/// translation, then all speech. Slower; for comparison, and for services that take only one request at a time.
public struct SequentialBackend: TranslationBackend {
  private let base: any TranslationBackend

  /// A backend without overlap.
  public init(_ base: any TranslationBackend) { self.base = base }

  /// The name under which the configuration knows the backend.
  public var name: String { base.name }

  /// What the backend can do.
  public func capabilities() async throws(BackendError) -> Capabilities { try await base.capabilities() }

  /// How the backend is.
  public func health() async -> BackendHealth { await base.health() }

  /// Nothing is opened before it is needed.
  public func warmUp() async {}

  /// Runs one turn; see ``TranslationBackend/run(_:_:emit:)``.
  public func run(
    _ input: TurnInput, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    guard case .speech(let utterance) = input else { return try await base.run(input, request, emit: emit) }
    for await _ in utterance.chunks {}
    if Task.isCancelled { throw BackendError(.cancelled, backend: name) }
    let told = Told()
    var step = request
    (step.targets, step.wantsPartials, step.wantsSpeech) = ([], false, false)
    try await base.run(input, step) { output in
      told.take(output)
      await emit(output)
    }
    let (heard, detected) = told.heard
    guard !heard.isEmpty, !request.targets.isEmpty else { return }

    step.source = detected.map { .tag($0) } ?? request.source
    step.targets = request.targets
    try await base.run(.text(heard), step) { output in
      // What was heard is known already, with its times and its confidence.
      if case .recognized = output { return }
      told.take(output)
      await emit(output)
    }
    guard request.wantsSpeech else { return }
    step.wantsSpeech = true
    var speech: [TurnOutput] = []
    for (target, text) in told.translations(into: request.targets) {
      step.targets = [target]
      let spoken = Told()
      try await base.run(.translation(text), step) { spoken.take($0) }
      speech += spoken.speech
    }
    for output in speech {
      await emit(.milestone(.firstSpeech))
      await emit(output)
    }
  }

  /// What a stage said.
  private final class Told: Sendable {
    private struct State {
      var segments: [Int: String] = [:]
      var detected: LanguageTag?
      var sentences: [LanguageTag: [Int: String]] = [:]
      var speech: [TurnOutput] = []
    }
    private let state = Mutex(State())

    var heard: (text: String, detected: LanguageTag?) {
      state.withLock { ($0.segments.sorted { $0.key < $1.key }.map(\.value).joined(), $0.detected) }
    }

    var speech: [TurnOutput] { state.withLock { $0.speech } }

    func translations(into targets: [LanguageTag]) -> [(LanguageTag, String)] {
      state.withLock { state in
        targets.compactMap { target in
          state.sentences[target].map { (target, $0.sorted { $0.key < $1.key }.map(\.value).joined()) }
        }
      }
    }

    func take(_ output: TurnOutput) {
      state.withLock { state in
        switch output {
        case .recognized(let new): state.segments[new.segment] = new.text
        case .detected(let tag, _): state.detected = tag
        case .translated(let new): state.sentences[new.target, default: [:]][new.sentence] = new.text
        case .speech: state.speech.append(output)
        case .routes, .nothingHeard, .problem, .milestone, .handedOver, .retrying: break
        }
      }
    }
  }
}
