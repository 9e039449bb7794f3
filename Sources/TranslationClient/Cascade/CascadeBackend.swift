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
      try await speak(text, target, request, emit)
    }
    if Task.isCancelled { throw BackendError(.cancelled, backend: name) }
  }

  /// Translates into every target and speaks, in the order chosen. One target's trouble doesn't stop the others.
  private func deliver(
    _ text: String, from source: LanguageTag?, _ request: TurnRequest,
    _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    for target in request.targets {
      do {
        let translation = try await translate(text, from: source, to: target, emit)
        if request.wantsSpeech { try await speak(translation, target, request, emit) }
      } catch {
        // With one target the turn has failed; with several the rest of it goes on.
        guard request.targets.count > 1, error.kind != .cancelled else { throw error }
        await emit(
          .problem(StageProblem(stage: error.stage ?? .translate, target: target, message: error.detail)))
      }
    }
  }

  private func translate(
    _ text: String, from source: LanguageTag?, to target: LanguageTag,
    _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> String {
    let translation =
      source == target
      ? text
      : try await translator.translate(text, from: source, to: target) { partial in
        await emit(.translated(Translation(target: target, text: partial, isFinal: false)))
      }
    await emit(.translated(Translation(target: target, revision: 1, text: translation)))
    await emit(.milestone(.translated))
    return translation
  }

  private func speak(
    _ text: String, _ target: LanguageTag, _ request: TurnRequest,
    _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    try await synthesizer.speak(text, in: target, voice: request.voices[target], speed: request.speed) {
      bytes in
      await emit(.milestone(.firstSpeech))
      await emit(.speech(SpeechChunk(target: target, bytes: bytes, isLast: false)))
    }
    await emit(.speech(SpeechChunk(target: target, bytes: [], isLast: true)))
  }
}
