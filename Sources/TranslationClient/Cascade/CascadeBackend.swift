import Synchronization
import VoiceTranslatorCore

/// Three stages chosen independently: recogniser, translator, synthesiser.
struct CascadeBackend: TranslationBackend {
  /// The name under which the configuration knows it.
  let name: String
  let recognizer: any Recognizer
  let translator: any Translator
  let synthesizer: any Synthesizer
  /// Asked for health when the engine has a part in the cascade.
  let engine: EngineBackend?
  private let known = KnownState()

  init(
    name: String, recognizer: any Recognizer, translator: any Translator, synthesizer: any Synthesizer,
    engine: EngineBackend?
  ) {
    self.name = name
    self.recognizer = recognizer
    self.translator = translator
    self.synthesizer = synthesizer
    self.engine = engine
  }

  func capabilities() async throws(BackendError) -> Capabilities {
    let capabilities = Capabilities(
      recognizes: try await recognizer.languages(), translates: try await translator.pairs(),
      speaks: try await synthesizer.languages())
    known.learn(capabilities)
    return capabilities
  }

  /// Ready, unless the engine isn't, or a turn found a service out of reach that still is.
  func health() async -> BackendHealth {
    if let health = await engine?.health(), health != .ready { return health }
    guard known.isInTrouble else { return .ready }
    for service in services {
      if let error = await service.reachError() { return .failing(error) }
    }
    known.noteTrouble(false)
    return .ready
  }

  func warmUp() async {
    await engine?.warmUp()
    for service in services { await service.warmUp() }
  }

  /// Each once.
  private var services: [Service] {
    (recognizer.services + translator.services + synthesizer.services).reduce(into: []) { services, service in
      if !services.contains(where: { $0.host == service.host }) { services.append(service) }
    }
  }

  func run(
    _ input: TurnInput, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    let listener = RetryNotice.Listener { await emit(.retrying(after: $0.pause)) }
    let result: Result<Void, BackendError> = await RetryNotice.$listener.withValue(listener) {
      do throws(BackendError) {
        return .success(try await runStages(input, request, emit))
      } catch {
        known.noteTrouble(error.kind == .unreachable || error.kind == .timedOut)
        return .failure(error)
      }
    }
    try result.get()
    if Task.isCancelled { throw BackendError(.cancelled, backend: name) }
  }

  private func runStages(
    _ input: TurnInput, _ request: TurnRequest, _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    if let routes = known.capabilities?.routes(of: request), !routes.isEmpty { await emit(.routes(routes)) }
    switch input {
    case .speech(let utterance):
      try checkSource(request)
      try request.targets.count == 1 ? checkPair(request.source.tag, request.targets[0]) : ()
      try await listen(to: utterance, request, emit)
    case .text(let text):
      await emit(.recognized(Hypothesis(revision: .max, text: text, isFinal: true)))
      let heard = HeardText(source: request.source, targets: request.targets.count)
      heard.finish(text, source: request.source.tag)
      if let failure = await deliver(heard, request, emit) { throw failure }
    case .translation(let text):
      guard let target = request.targets.first else { return }
      try await pipeline(to: target, request, emit).speak(text)
    }
  }

  // MARK: languages

  /// What the service doesn't have is known before anything is sent to it.
  private func checkSource(_ request: TurnRequest) throws(BackendError) {
    guard let source = request.source.tag, let recognizes = known.capabilities?.recognizes,
      !recognizes.contains(where: { $0.isSameLanguage(as: source) })
    else { return }
    throw unsupported(.recognize, "it doesn't understand \(Self.name(source))")
  }

  private func checkPair(_ source: LanguageTag?, _ target: LanguageTag) throws(BackendError) {
    guard let source, let known = known.capabilities,
      known.support(from: .tag(source), to: target) == .noTranslation
    else { return }
    throw unsupported(.translate, "it doesn't translate from \(Self.name(source)) to \(Self.name(target))")
  }

  private func unsupported(_ stage: Stage, _ detail: String) -> BackendError {
    BackendError(.unsupportedLanguages, backend: name, stage: stage, detail: detail)
  }

  private static func name(_ tag: LanguageTag) -> String {
    Language(tag: tag)?.englishName ?? tag.description
  }

  // MARK: translation and speech

  /// Recognises, and translates what is sure already while the rest is being recognised.
  private func listen(
    to utterance: Utterance, _ request: TurnRequest, _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    let heard = HeardText(source: request.source, targets: request.targets.count)
    async let delivery: BackendError? = deliver(heard, request, emit)
    let recognition: Recognition
    do {
      recognition = try await recognizer.recognize(utterance, request) { output in
        await emit(output)
        heard.take(output)
      }
    } catch {
      // Leaving cancels what was begun of the delivery.
      heard.abandon()
      throw error
    }
    if recognition.text.contains(where: { !$0.isWhitespace }) {
      heard.finish(recognition.text, source: recognition.detected ?? request.source.tag)
    } else {
      heard.abandon()
      await emit(.nothingHeard(.noSpeech))
    }
    if let failure = await delivery { throw failure }
  }

  /// Translates into all targets at the same time and speaks in the order chosen. One target's trouble doesn't stop
  /// the others.
  private func deliver(
    _ heard: HeardText, _ request: TurnRequest, _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async -> BackendError? {
    let order = SpeechOrder(lanes: request.targets.count)
    async let speech: Void = order.drain(emit: emit)
    let failure = await withTaskGroup(of: BackendError?.self) { group in
      for (lane, target) in request.targets.enumerated() {
        group.addTask {
          let pipeline = pipeline(to: target, request) { await order.take($0, lane: lane, emit: emit) }
          defer { order.close(lane: lane) }
          guard let error = await pipeline.failure(heard.states[lane]) else { return nil }
          // With one target the turn has failed; with several the rest of it goes on.
          if request.targets.count == 1 || error.kind == .cancelled { return error }
          await emit(
            .problem(
              StageProblem(
                stage: error.stage ?? .translate, target: target, message: error.detail,
                mayPass: error.mayPass)))
          return nil
        }
      }
      return await group.reduce(nil) { $0 ?? $1 }
    }
    await speech
    return failure
  }

  private func pipeline(
    to target: LanguageTag, _ request: TurnRequest, _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) -> TargetPipeline {
    TargetPipeline(
      translator: translator, synthesizer: synthesizer, request: request, target: target,
      checkSource: { source throws(BackendError) in
        if source != target { try checkPair(source, target) }
      }, emit: emit)
  }
}

/// What is known of a cascade from asking it, and from its turns.
private final class KnownState: Sendable {
  private let state = Mutex<(capabilities: Capabilities?, isInTrouble: Bool)>((nil, false))

  /// What it said last that it can do.
  var capabilities: Capabilities? { state.withLock { $0.capabilities } }
  /// The last turn found a service out of reach.
  var isInTrouble: Bool { state.withLock { $0.isInTrouble } }

  func learn(_ new: Capabilities) { state.withLock { $0.capabilities = new } }
  func noteTrouble(_ isInTrouble: Bool) { state.withLock { $0.isInTrouble = isInTrouble } }
}
