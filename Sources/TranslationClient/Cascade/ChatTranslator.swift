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
      var finishReason: String?

      enum CodingKeys: String, CodingKey {
        case message, delta
        case finishReason = "finish_reason"
      }
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
    return try service.nonEmpty(
      response.contentType == "text/event-stream"
        ? try await readStream(response, partial) : try await readWhole(response))
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
      guard let piece = try? JSONDecoder().decode(Answer.self, from: Data(data)) else {
        throw failure(ErrorBody.read(data, contentType: "application/json").message)
      }
      // The last piece, with the usage, has no choices.
      guard let choice = piece.choices.first else { return }
      try check(choice, choice.delta)
      if choice.finishReason != nil { isDone = true }
      if let new = choice.delta?.content, !new.isEmpty {
        text += new
        await partial(text)
      }
    }
    guard isDone else { throw failure("the answer broke off") }
    return text.trimmed
  }

  private func readWhole(_ response: HTTPResponse) async throws(BackendError) -> String {
    let bytes = try await service.bytes(response, .translate)
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)) else {
      throw BackendError(violation: "the answer is no chat completion", service.context(.translate))
    }
    guard let choice = answer.choices.first else { return "" }
    try check(choice, choice.message)
    return (choice.message?.content ?? "").trimmed
  }

  /// A refusal is no translation, and neither is a part of one.
  private func check(_ choice: Answer.Choice, _ content: Answer.Choice.Content?) throws(BackendError) {
    if let refusal = content?.refusal, !refusal.isEmpty {
      throw failure("the model refused: \(Sanitizer.line(refusal, limit: 120))", .rejected)
    }
    switch choice.finishReason {
    case "length": throw failure("the translation is longer than the model may write", .tooLarge)
    case "content_filter": throw failure("the service's filter stopped the translation", .rejected)
    default: break
    }
  }

  private func failure(_ detail: String, _ kind: BackendError.Kind = .failed) -> BackendError {
    BackendError(
      kind, backend: service.backend, host: service.host, stage: .translate, detail: detail)
  }
}
