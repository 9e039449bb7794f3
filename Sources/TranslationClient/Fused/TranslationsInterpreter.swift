import VoiceTranslatorCore

/// OpenAI's `POST /audio/translations`: speech of any language in, English text out.
struct TranslationsInterpreter: Interpreter {
  let service: Service
  let model: String
  let takesSpeech = true

  private struct Answer: Decodable { var text: String }

  func interpret(
    _ input: InterpreterInput, _ job: InterpreterJob, emit: @escaping @Sendable (TurnOutput) async -> Void,
    audio: @escaping @Sendable ([UInt8]) async -> Void
  ) async throws(BackendError) -> Interpretation {
    guard job.target.language == "en", case .speech(let utterance) = input else {
      throw BackendError(
        .unsupportedLanguages, backend: service.backend, stage: .translate,
        detail: "it translates to English only")
    }
    let wave = try await service.wave(of: utterance, emit)
    var form = MultipartForm()
    form.add("model", model)
    form.add("response_format", "json")
    if !job.terms.isEmpty { form.add("prompt", job.terms.map(\.target).joined(separator: ", ")) }
    let call = ServiceCall(
      "POST", "/audio/translations", type: form.contentType, body: .bytes(form.whole(file: "file", wave)))
    let answer = try await service.send(call, .translate).json(Answer.self, "holds no translation")
    return Interpretation(translation: answer.text.trimmed)
  }
}
