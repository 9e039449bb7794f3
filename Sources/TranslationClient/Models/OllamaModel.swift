import FoundationEssentials
import VoiceTranslatorCore

/// Ollama's own `POST /api/chat`, which streams lines of JSON.
struct OllamaModel: LanguageModel {
  let service: Service
  let model: String

  private struct Body: Encodable {
    struct Message: Encodable {
      var role: String
      var content: String
    }
    struct Options: Encodable { var temperature = 0 }
    var model: String
    var messages: [Message]
    var stream = true
    var options = Options()
    var format: TranslationSchema?
  }

  private struct Line: Decodable {
    struct Message: Decodable { var content: String? }
    var message: Message?
    var done: Bool?
    var doneReason: String?
    var error: String?

    enum CodingKeys: String, CodingKey {
      case message, done, error
      case doneReason = "done_reason"
    }
  }

  func answer(_ question: ModelQuestion, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> String
  {
    let body = Body(
      model: model,
      messages: [
        .init(role: "system", content: question.instruction), .init(role: "user", content: question.data),
      ],
      format: question.isStructured ? TranslationSchema() : nil)
    let answer = try await service.send(.json("/api/chat", body), .translate)
    guard answer.contentType != "text/html" else { throw answer.violation("the answer is a web page") }
    var text = ""
    var isDone = false
    try await answer.lines { bytes in
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else {
        throw answer.violation("a line of the answer is no JSON")
      }
      if let error = line.error { throw answer.failure(.failed, error) }
      if line.doneReason == "length" {
        throw answer.failure(.tooLarge, "the translation is longer than the model may write")
      }
      if line.done == true { isDone = true }
      if let new = line.message?.content, !new.isEmpty {
        text += new
        await partial(text)
      }
    }
    guard isDone else { throw answer.failure(.failed, "the answer broke off") }
    return try answer.nonEmpty(text.trimmed)
  }
}
