import FoundationEssentials
import VoiceTranslatorCore

/// Translation by a language model over `POST /chat/completions`.
struct ChatTranslator: Translator {
  let service: Service
  let model: String
  let prompt: TranslationPrompt

  private struct Body: Encodable {
    struct Message: Encodable {
      var role: String
      var content: String
    }
    var model: String
    var messages: [Message]
    var stream = true
    var temperature = 0
  }

  /// Both the whole answer and a piece of a stream.
  private struct Answer: Decodable {
    struct Choice: Decodable {
      struct Content: Decodable {
        var content: String?
        var refusal: String?
      }
      var message: Content?
      var delta: Content?
    }
    var choices: [Choice]
  }

  func translate(
    _ text: String, from source: LanguageTag?, to target: LanguageTag,
    partial: @escaping @Sendable (String) async -> Void
  ) async throws(BackendError) -> String {
    let body = Body(
      model: model,
      messages: [
        .init(role: "system", content: prompt.instruction(from: source, to: target)),
        .init(role: "user", content: prompt.data(text)),
      ])
    let response = try await service.sendJSON("/chat/completions", body, .translate)
    let translation =
      response.contentType == "text/event-stream"
      ? try await readStream(response, partial) : try await readWhole(response)
    guard !translation.isEmpty else {
      throw BackendError(violation: "the answer holds no translation", service.context(.translate))
    }
    return translation
  }

  private func readStream(
    _ response: HTTPResponse, _ partial: @Sendable (String) async -> Void
  ) async throws(BackendError) -> String {
    var text = ""
    var isDone = false
    try await service.readEvents(response, .translate) { data in
      if data == Array("[DONE]".utf8) {
        isDone = true
        return
      }
      guard let piece = try? JSONDecoder().decode(Answer.self, from: Data(data)),
        let choice = piece.choices.first
      else { return }
      try refuse(choice.delta)
      if let new = choice.delta?.content, !new.isEmpty {
        text += new
        await partial(text)
      }
    }
    guard isDone else {
      throw BackendError(
        .failed, backend: service.backend, host: service.host, stage: .translate,
        detail: "the answer broke off")
    }
    return text.trimmed
  }

  private func readWhole(_ response: HTTPResponse) async throws(BackendError) -> String {
    let bytes = try await service.bytes(response, .translate)
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)) else {
      throw BackendError(violation: "the answer is no chat completion", service.context(.translate))
    }
    try refuse(answer.choices.first?.message)
    return (answer.choices.first?.message?.content ?? "").trimmed
  }

  private func refuse(_ content: Answer.Choice.Content?) throws(BackendError) {
    guard let refusal = content?.refusal, !refusal.isEmpty else { return }
    throw BackendError(
      .rejected, backend: service.backend, host: service.host, stage: .translate,
      detail: "the model refused: \(Sanitizer.line(refusal, limit: 120))")
  }
}
