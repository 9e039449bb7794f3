import FoundationEssentials
import VoiceTranslatorCore

/// `POST /chat/completions`, as OpenAI and compatible servers have it.
struct ChatModel: LanguageModel {
  let service: Service
  let model: String

  private struct Body: Encodable {
    struct Message: Encodable {
      var role: String
      var content: String
    }
    struct Format: Encodable {
      struct Schema: Encodable {
        var name = "translation"
        var strict = true
        var schema = TranslationSchema()
      }
      var type = "json_schema"
      var jsonSchema = Schema()

      enum CodingKeys: String, CodingKey {
        case type
        case jsonSchema = "json_schema"
      }
    }
    var model: String
    var messages: [Message]
    var stream = true
    var temperature = 0
    var responseFormat: Format?

    enum CodingKeys: String, CodingKey {
      case model, messages, stream, temperature
      case responseFormat = "response_format"
    }
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

  func answer(_ question: ModelQuestion, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> String
  {
    let body = Body(
      model: model,
      messages: [
        .init(role: "system", content: question.instruction), .init(role: "user", content: question.data),
      ],
      responseFormat: question.isStructured ? .init() : nil)
    let answer = try await service.send(.json("/chat/completions", body), .translate)
    return try answer.nonEmpty(
      answer.isEventStream ? try await readStream(answer, partial) : try await readWhole(answer))
  }

  private func readStream(
    _ answer: ServiceAnswer, _ partial: @Sendable (String) async -> Void
  ) async throws(BackendError) -> String {
    var text = ""
    var isDone = false
    try await answer.events { data in
      if data == Array("[DONE]".utf8) {
        isDone = true
        return
      }
      guard let piece = try? JSONDecoder().decode(Answer.self, from: Data(data)) else {
        throw answer.failure(.failed, ErrorBody.read(data, contentType: "application/json").message)
      }
      // The last piece, with the usage, has no choices.
      guard let choice = piece.choices.first else { return }
      try check(choice, choice.delta, answer)
      if choice.finishReason != nil { isDone = true }
      if let new = choice.delta?.content, !new.isEmpty {
        text += new
        await partial(text)
      }
    }
    guard isDone else { throw answer.failure(.failed, "the answer broke off") }
    return text.trimmed
  }

  private func readWhole(_ answer: ServiceAnswer) async throws(BackendError) -> String {
    let whole = try await answer.json(Answer.self, "is no chat completion")
    guard let choice = whole.choices.first else { return "" }
    try check(choice, choice.message, answer)
    return (choice.message?.content ?? "").trimmed
  }

  /// A refusal is no translation, and neither is a part of one.
  private func check(_ choice: Answer.Choice, _ content: Answer.Choice.Content?, _ answer: ServiceAnswer)
    throws(BackendError)
  {
    if let refusal = content?.refusal, !refusal.isEmpty {
      throw answer.failure(.rejected, "the model refused: \(Sanitizer.line(refusal, limit: 120))")
    }
    switch choice.finishReason {
    case "length": throw answer.failure(.tooLarge, "the translation is longer than the model may write")
    case "content_filter": throw answer.failure(.rejected, "the service's filter stopped the translation")
    default: break
    }
  }
}

extension ServiceAnswer {
  /// A translation; an empty one is no answer.
  func nonEmpty(_ translation: String) throws(BackendError) -> String {
    guard !translation.isEmpty else { throw violation("the answer holds no translation") }
    return translation
  }
}
