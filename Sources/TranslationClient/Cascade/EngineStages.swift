import Synchronization
import VoiceTranslatorCore

/// The engine as one stage of a cascade.
struct EngineStage: Recognizer, Translator, Synthesizer {
  let engine: EngineBackend

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

  func translate(
    _ text: String, from source: LanguageTag?, to target: LanguageTag,
    partial: @escaping @Sendable (String) async -> Void
  ) async throws(BackendError) -> String {
    let request = TurnRequest(
      source: source.map { .tag($0) } ?? .detect([]), targets: [target], wantsPartials: false,
      wantsSpeech: false)
    let sentences = Mutex<[Int: String]>([:])
    let problem = Mutex<StageProblem?>(nil)
    try await engine.runTurn(.text(text), request, stage: .translate) { output in
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
    return sentences.withLock { $0.sorted { $0.key < $1.key }.map(\.value).joined() }
  }

  func speak(
    _ text: String, in language: LanguageTag, voice: String?, speed: Double,
    audio: @escaping @Sendable ([UInt8]) async -> Void
  ) async throws(BackendError) {
    let request = TurnRequest(
      source: .tag(language), targets: [language], wantsPartials: false,
      voices: voice.map { [language: $0] } ?? [:],
      speed: speed)
    try await engine.runTurn(.translation(text), request, stage: .speak) { output in
      if case .speech(let chunk) = output { await audio(chunk.bytes) }
    }
  }
}
