import VoiceTranslatorCore

/// `POST /audio/speech`, as OpenAI and compatible servers have it.
struct OpenAISynthesizer: Synthesizer {
  let service: Service
  let model: String
  /// The voice for languages that the user named none for.
  let voice: String

  private struct Body: Encodable {
    var model: String
    var input: String
    var voice: String
    var responseFormat = "mp3"
    var speed: Double

    enum CodingKeys: String, CodingKey {
      case model, input, voice, speed
      case responseFormat = "response_format"
    }
  }

  func speak(
    _ text: String, in language: LanguageTag, voice: String?, speed: Double,
    audio: @escaping @Sendable ([UInt8]) async -> Void
  ) async throws(BackendError) {
    let body = Body(model: model, input: text, voice: voice ?? self.voice, speed: speed)
    let response = try await service.sendJSON("/audio/speech", body, .speak)
    guard !["text/html", "application/json", "text/plain"].contains(response.contentType) else {
      let bytes = try await service.bytes(response, .speak)
      let (message, _) = ErrorBody.read(bytes, contentType: response.contentType)
      throw BackendError(
        violation: "the answer is \(response.contentType), not audio\(message.isEmpty ? "" : ": \(message)")",
        service.context(.speak))
    }
    var isEmpty = true
    do {
      for try await bytes in response.body {
        isEmpty = false
        await audio(bytes)
      }
    } catch let error as HTTPError {
      throw BackendError(error, service.context(.speak))
    } catch {
      throw BackendError(violation: "the answer can't be read", service.context(.speak))
    }
    if Task.isCancelled { throw BackendError(.cancelled, backend: service.backend, stage: .speak) }
    if isEmpty { throw BackendError(violation: "the answer is empty", service.context(.speak)) }
  }
}
