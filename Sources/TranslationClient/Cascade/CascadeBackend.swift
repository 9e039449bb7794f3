import VoiceTranslatorCore

/// Three stages chosen independently: recogniser, translator, synthesiser.
struct CascadeBackend: TranslationBackend {
  /// The name under which the configuration knows it.
  let name: String
  let recognizer: any Recognizer
  let translator: any Translator
  let synthesizer: any Synthesizer
  /// Asked for health and languages when the engine has a part in the cascade.
  let engine: EngineBackend?

  func capabilities() async throws(BackendError) -> Capabilities {
    // Services over the API don't say what they can do; any language is tried.
    Capabilities()
  }

  func health() async -> BackendHealth { await engine?.health() ?? .ready }

  func warmUp() async { await engine?.warmUp() }

  func run(
    _ input: TurnInput, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    switch input {
    case .speech(let utterance):
      let heard = try await recognizer.recognize(utterance, request, emit: emit)
      guard heard.text.contains(where: { !$0.isWhitespace }) else {
        await emit(.nothingHeard(.noSpeech))
        return
      }
      try await deliver(heard.text, from: heard.detected ?? request.source.tag, request, emit)
    case .text(let text):
      await emit(.recognized(Hypothesis(text: text, isFinal: true)))
      try await deliver(text, from: request.source.tag, request, emit)
    case .translation(let text):
      guard let target = request.targets.first else { return }
      try await pipeline(to: target, request, emit).speak(text)
    }
    if Task.isCancelled { throw BackendError(.cancelled, backend: name) }
  }

  /// Translates into all targets at the same time and speaks in the order chosen. One target's trouble doesn't stop
  /// the others.
  private func deliver(
    _ text: String, from source: LanguageTag?, _ request: TurnRequest,
    _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    let order = SpeechOrder(lanes: request.targets.count)
    async let speech: Void = order.drain(emit: emit)
    let failure = await withTaskGroup(of: BackendError?.self) { group in
      for (lane, target) in request.targets.enumerated() {
        group.addTask {
          let pipeline = pipeline(to: target, request) { await order.take($0, lane: lane, emit: emit) }
          defer { order.close(lane: lane) }
          guard let error = await pipeline.failure(text, from: source) else { return nil }
          // With one target the turn has failed; with several the rest of it goes on.
          if request.targets.count == 1 || error.kind == .cancelled { return error }
          await emit(
            .problem(StageProblem(stage: error.stage ?? .translate, target: target, message: error.detail)))
          return nil
        }
      }
      return await group.reduce(nil) { $0 ?? $1 }
    }
    await speech
    if let failure { throw failure }
  }

  private func pipeline(
    to target: LanguageTag, _ request: TurnRequest, _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) -> TargetPipeline {
    TargetPipeline(
      translator: translator, synthesizer: synthesizer, request: request, target: target, emit: emit)
  }
}
