import FoundationEssentials
import VoiceTranslatorCore

/// `POST /responses`, OpenAI's newer API for language models.
struct ResponsesModel: LanguageModel {
  let service: Service
  let model: String

  private struct Body: Encodable {
    struct Text: Encodable {
      struct Format: Encodable {
        var type = "json_schema"
        var name = "translation"
        var strict = true
        var schema = TranslationSchema()
      }
      var format = Format()
    }
    var model: String
    var instructions: String
    var input: String
    var stream = true
    // Nothing is to be kept at the service.
    var store = false
    var text: Text?
  }

  private struct Event: Decodable {
    struct Response: Decodable {
      var error: Failure?
    }
    struct Failure: Decodable {
      var code: String?
      var message: String?
    }
    var type: String
    var delta: String?
    var text: String?
    var message: String?
    var response: Response?
  }

  private struct Answer: Decodable {
    struct Item: Decodable {
      struct Part: Decodable {
        var type: String
        var text: String?
      }
      var content: [Part]?
    }
    var output: [Item]
  }

  func answer(_ question: ModelQuestion, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> String
  {
    let body = Body(
      model: model, instructions: question.instruction, input: question.data,
      text: question.isStructured ? .init() : nil)
    let answer = try await service.send(.json("/responses", body), .translate)
    return try answer.nonEmpty(
      answer.isEventStream ? try await readStream(answer, partial) : try await readWhole(answer))
  }

  private func readStream(
    _ answer: ServiceAnswer, _ partial: @Sendable (String) async -> Void
  ) async throws(BackendError) -> String {
    var text = ""
    var isDone = false
    try await answer.events { data in
      guard let event = try? JSONDecoder().decode(Event.self, from: Data(data)) else { return }
      switch event.type {
      case "response.output_text.delta":
        text += event.delta ?? ""
        await partial(text)
      case "response.completed": isDone = true
      case "response.failed", "response.incomplete", "error", "response.refusal.done":
        throw answer.failure(.failed, event.response?.error?.message ?? event.message ?? event.type)
      default: break
      }
    }
    guard isDone else { throw answer.failure(.failed, "the answer broke off") }
    return text.trimmed
  }

  private func readWhole(_ answer: ServiceAnswer) async throws(BackendError) -> String {
    let whole = try await answer.json(Answer.self, "is no response")
    return whole.output.flatMap { $0.content ?? [] }.filter { $0.type == "output_text" }
      .compactMap(\.text).joined().trimmed
  }
}
