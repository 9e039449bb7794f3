import FoundationEssentials
import VoiceTranslatorCore

/// ElevenLabs: `POST /v1/speech-to-text` and `POST /v1/text-to-speech/VOICE/stream`.
enum ElevenLabs {
  static let authorization = Authorization(header: "xi-api-key", prefix: "")
  static let recognized = Set<LanguageTag>(
    tags: """
      af am ar as ast az be bg bn bs ca cs cy da de el en es et fa fi fr gl gu ha he hi hr hu hy id is it ja jv ka kk km
      kn ko lb ln lo lt lv mi mk ml mn mr ms mt my ne nl no oc pa pl ps pt ro ru sd sk sl sn so sr sv sw ta te tg th tl
      tr uk ur uz vi yue zh
      """)
  static let spoken = Set<LanguageTag>(
    tags: "ar bg cs da de el en es fi fr hi hr hu id it ja ko ms nl no pl pt ro ru sk sv ta tl tr uk vi zh")
}

struct ElevenLabsRecognizer: Recognizer, OverHTTP {
  let service: Service
  let model: String

  private struct Answer: Decodable {
    var text: String
    var code: String?
    enum CodingKeys: String, CodingKey {
      case text
      case code = "language_code"
    }
  }

  func languages() async throws(BackendError) -> Set<LanguageTag>? { ElevenLabs.recognized }

  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    let wave = try await service.wave(of: utterance, emit)
    var form = MultipartForm()
    form.add("model_id", model)
    // Laughter and the like are no words to translate.
    form.add("tag_audio_events", "false")
    if let tag = request.source.tag { form.add("language_code", tag.language) }
    let call = ServiceCall(
      "POST", "/v1/speech-to-text", type: form.contentType, body: .bytes(form.whole(file: "file", wave)))
    let answer = try await service.send(call, .recognize).json(Answer.self, "holds no text")
    // Detected languages come as ISO 639-3 codes.
    let detected = answer.code.flatMap { ISO639.tag($0) }
    return await Recognition(
      text: answer.text.trimmed, detected: request.source.tag == nil ? detected : nil
    ).told(emit)
  }
}

struct ElevenLabsSynthesizer: Synthesizer, OverHTTP {
  let service: Service
  let model: String
  /// For languages that the user named none for.
  let voice: String

  private struct Body: Encodable {
    struct Voice: Encodable { var speed: Double }
    var text: String
    var model: String
    var language: String
    var voice: Voice?

    enum CodingKeys: String, CodingKey {
      case text
      case model = "model_id"
      case language = "language_code"
      case voice = "voice_settings"
    }
  }

  func languages() async throws(BackendError) -> Set<LanguageTag>? { ElevenLabs.spoken }

  func speak(_ spoken: SpokenText, audio: @escaping @Sendable ([UInt8]) async -> Void)
    async throws(BackendError)
  {
    // Its voices speak at 0.7 to 1.2 times their rate.
    let body = Body(
      text: spoken.text, model: model, language: spoken.language.language,
      voice: spoken.speed == 1 ? nil : .init(speed: min(max(spoken.speed, 0.7), 1.2)))
    let path = "/v1/text-to-speech/\(Query.encoded(spoken.voice ?? voice))/stream?output_format=mp3_44100_64"
    try await service.send(.json(path, body), .speak).audio(audio)
  }
}

extension Backends.Kind {
  static let elevenLabs = Backends.Kind(
    name: "elevenlabs", title: "ElevenLabs", checkedAgainst: "elevenlabs 2.78.0",
    recognize: .init(
      languages: ElevenLabs.recognized, codes: "ISO 639-1", sends: "multipart/form-data, audio/wav"),
    speak: .init(
      languages: ElevenLabs.spoken, codes: "ISO 639-1", sends: "application/json", receives: "audio/mpeg",
      streams: true, textLimit: 5000)
  ) { settings, client in
    let service = settings.service(client, default: "https://api.elevenlabs.io", ElevenLabs.authorization)
    return Backends.Stages(
      recognizer: ElevenLabsRecognizer(service: service, model: settings.recognize.model ?? "scribe_v1"),
      synthesizer: ElevenLabsSynthesizer(
        service: service, model: settings.speak.model ?? "eleven_flash_v2_5",
        voice: settings.speak.voice ?? "21m00Tcm4TlvDq8ikWAM"))
  }
}
