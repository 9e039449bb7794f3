import Synchronization
import VoiceTranslatorCore

/// The engine as the recogniser of a cascade.
struct EngineRecognizer: Recognizer {
  let engine: EngineBackend

  func languages() async throws(BackendError) -> Set<LanguageTag>? {
    try await engine.capabilities().recognizes
  }

  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    var only = request
    only.targets = []
    only.wantsSpeech = false
    let heard = Mutex<(segments: [Int: String], detected: LanguageTag?)>(([:], nil))
    try await engine.runTurn(.speech(utterance), only, stage: .recognize) { output in
      switch output {
      case .recognized(let hypothesis): heard.withLock { $0.segments[hypothesis.segment] = hypothesis.text }
      case .detected(let tag, _): heard.withLock { $0.detected = tag }
      // The cascade says itself, once, that nothing was heard.
      case .nothingHeard: return
      default: break
      }
      await emit(output)
    }
    return heard.withLock { heard in
      Recognition(
        text: heard.segments.sorted { $0.key < $1.key }.map(\.value).joined(), detected: heard.detected)
    }
  }
}

/// The engine as the translator of a cascade.
struct EngineTranslator: Translator {
  let engine: EngineBackend

  func pairs() async throws(BackendError) -> TranslationPairs? { try await engine.capabilities().translates }

  func translate(_ passage: Passage, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> TranslatedText
  {
    let request = TurnRequest(
      source: passage.source.map { .tag($0) } ?? .detect([]), targets: [passage.target], wantsPartials: false,
      wantsSpeech: false)
    let sentences = Mutex<[Int: String]>([:])
    let problem = Mutex<StageProblem?>(nil)
    try await engine.runTurn(.text(passage.text), request, stage: .translate) { output in
      switch output {
      case .translated(let translation): sentences.withLock { $0[translation.sentence] = translation.text }
      case .problem(let new): problem.withLock { $0 = new }
      default: break
      }
    }
    if let problem = problem.withLock({ $0 }) {
      throw BackendError(
        .unsupportedLanguages, backend: engine.name, stage: .translate, detail: problem.message)
    }
    return TranslatedText(
      text: sentences.withLock { $0.sorted { $0.key < $1.key }.map(\.value).joined() })
  }
}

/// The engine as the synthesiser of a cascade.
struct EngineSynthesizer: Synthesizer {
  let engine: EngineBackend

  func languages() async throws(BackendError) -> Set<LanguageTag>? { try await engine.capabilities().speaks }

  func speak(_ spoken: SpokenText, audio: @escaping @Sendable ([UInt8]) async -> Void)
    async throws(BackendError)
  {
    let request = TurnRequest(
      source: .tag(spoken.language), targets: [spoken.language], wantsPartials: false,
      voices: spoken.voice.map { [spoken.language: $0] } ?? [:], speed: spoken.speed)
    try await engine.runTurn(.translation(spoken.text), request, stage: .speak) { output in
      if case .speech(let chunk) = output { await audio(chunk.bytes) }
    }
  }
}
