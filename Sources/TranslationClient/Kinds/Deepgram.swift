import FoundationEssentials
import VoiceTranslatorCore

/// Deepgram's recogniser for recordings: `POST /v1/listen` with the WAVE file as the body.
struct DeepgramRecognizer: Recognizer, OverHTTP {
  let service: Service
  let model: String

  private struct Answer: Decodable {
    struct Results: Decodable { var channels: [Channel] }
    struct Channel: Decodable {
      var detected: String?
      var alternatives: [Alternative]
      enum CodingKeys: String, CodingKey {
        case alternatives
        case detected = "detected_language"
      }
    }
    struct Alternative: Decodable {
      var transcript: String
      var confidence: Double?
    }
    var results: Results
  }

  static let known = Set<LanguageTag>(
    tags: """
      bg ca cs da de de-CH el en en-GB en-US es es-419 et fi fr fr-CA hi hu id it ja ko lt lv ms nl nl-BE no pl pt pt-BR
      pt-PT ro ru sk sv th tr uk vi yue zh zh-Hans zh-Hant
      """)

  func languages() async throws(BackendError) -> Set<LanguageTag>? { Self.known }

  /// Its codes are BCP 47 tags, except that it names the Chinas.
  static func code(_ tag: LanguageTag) -> String {
    switch Language(tag: tag)?.tag.description {
    case "zh-Hans"?: "zh-CN"
    case "zh-Hant"?: "zh-TW"
    case "yue"?: "zh-HK"
    default: tag.description
    }
  }

  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    let wave = try await service.wave(of: utterance, emit)
    var query = Query()
    query.add("model", model)
    query.add("smart_format", "true")
    if let tag = request.source.tag {
      query.add("language", Self.code(tag))
    } else {
      query.add("detect_language", "true")
    }
    for word in request.glossary.words(in: request.source) { query.add("keyterm", word) }
    let call = ServiceCall("POST", "/v1/listen?\(query.text)", type: "audio/wav", body: .bytes(wave))
    let answer = try await service.send(call, .recognize).json(Answer.self, "holds no text")
    let best = answer.results.channels.first
    return await Recognition(
      text: (best?.alternatives.first?.transcript ?? "").trimmed,
      detected: request.source.tag == nil ? best?.detected.flatMap(LanguageTag.named) : nil
    ).told(
      confidence: best?.alternatives.first?.confidence,
      alternatives: (best?.alternatives ?? []).dropFirst().map {
        .init(text: $0.transcript, confidence: $0.confidence)
      }, emit)
  }
}

extension Backends.Kind {
  static let deepgram = Backends.Kind(
    name: "deepgram", title: "Deepgram", checkedAgainst: "deepgram-sdk 7.17.0",
    recognize: .init(
      languages: DeepgramRecognizer.known, codes: "BCP 47", sends: "audio/wav", alternatives: true)
  ) { settings, client in
    let service = settings.service(
      client, default: "https://api.deepgram.com", Authorization(header: "Authorization", prefix: "Token "))
    return Backends.Stages(
      recognizer: DeepgramRecognizer(service: service, model: settings.recognize.model ?? "nova-3"))
  }
}
