import VoiceTranslatorCore

/// `POST /audio/speech`, as OpenAI and compatible servers have it.
struct OpenAISynthesizer: Synthesizer, OverHTTP {
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

  func speak(_ spoken: SpokenText, audio: @escaping @Sendable ([UInt8]) async -> Void)
    async throws(BackendError)
  {
    let body = Body(model: model, input: spoken.text, voice: spoken.voice ?? voice, speed: spoken.speed)
    try await service.send(.json("/audio/speech", body), .speak).audio(audio)
  }
}
