import FoundationEssentials
import VoiceTranslatorCore

/// Translation by a language model over `POST /responses`.
struct ResponsesTranslator: Translator {
  let service: Service
  let model: String
  let prompt: TranslationPrompt

  private struct Body: Encodable {
    var model: String
    var instructions: String
    var input: String
    var stream = true
    // Nothing is to be kept at the service.
    var store = false
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

  func translate(
    _ text: String, from source: LanguageTag?, to target: LanguageTag,
    partial: @escaping @Sendable (String) async -> Void
  ) async throws(BackendError) -> String {
    let body = Body(
      model: model, instructions: prompt.instruction(from: source, to: target), input: prompt.data(text))
    let response = try await service.sendJSON("/responses", body, .translate)
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
      guard let event = try? JSONDecoder().decode(Event.self, from: Data(data)) else { return }
      switch event.type {
      case "response.output_text.delta":
        text += event.delta ?? ""
        await partial(text)
      case "response.completed": isDone = true
      case "response.failed", "response.incomplete", "error", "response.refusal.done":
        let why = event.response?.error?.message ?? event.message ?? event.type
        throw BackendError(
          .failed, backend: service.backend, host: service.host, stage: .translate,
          detail: Sanitizer.line(why, limit: 200))
      default: break
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
      throw BackendError(violation: "the answer is no response", service.context(.translate))
    }
    return answer.output.flatMap { $0.content ?? [] }.filter { $0.type == "output_text" }
      .compactMap(\.text).joined().trimmed
  }
}
