import FoundationEssentials
import VoiceTranslatorCore

/// Piper's HTTP server: `POST /synthesize`, which gives a WAVE file.
struct PiperSynthesizer: Synthesizer, OverHTTP {
  let service: Service
  let voice: String?

  private struct Body: Encodable {
    var text: String
    var voice: String?
    var length: Double?
    enum CodingKeys: String, CodingKey {
      case text, voice
      case length = "length_scale"
    }
  }
  private struct Voice: Decodable {
    struct Language: Decodable { var code: String? }
    var language: Language?
  }

  /// Those of its voices; named `en_US-joe-medium`.
  func languages() async throws(BackendError) -> Set<LanguageTag>? {
    let voices = try await service.send(ServiceCall("GET", "/voices"), nil)
      .json([String: Voice].self, "is no list of voices")
    return Set(
      voices.compactMap { name, voice in
        LanguageTag(voice.language?.code ?? String(name.prefix { $0 != "-" }))
          .map { LanguageTag($0.language) ?? $0 }
      })
  }

  func speak(_ spoken: SpokenText, audio: @escaping @Sendable ([UInt8]) async -> Void)
    async throws(BackendError)
  {
    let body = Body(
      text: spoken.text, voice: spoken.voice ?? voice, length: spoken.speed == 1 ? nil : 1 / spoken.speed)
    do {
      try await service.send(.json("/synthesize", body), .speak).audio(audio)
    } catch  where error.status == 404 || error.status == 405 {
      // Versions before 1.4 have it at the root.
      try await service.send(.json("/", body), .speak).audio(audio)
    }
  }
}

/// OpenTTS, Mimic 3 and others like them: `GET /api/tts`.
struct OpenTTSSynthesizer: Synthesizer, OverHTTP {
  let service: Service
  let voice: String?

  private struct Voice: Decodable { var language: String? }

  func languages() async throws(BackendError) -> Set<LanguageTag>? { Set(try await voices(nil).values) }

  private func voices(_ stage: Stage?) async throws(BackendError) -> [String: LanguageTag] {
    try await service.send(ServiceCall("GET", "/api/voices"), stage).json(
      [String: Voice].self, "list of voices"
    )
    .compactMapValues { $0.language.flatMap { LanguageTag($0) } }
  }

  func speak(_ spoken: SpokenText, audio: @escaping @Sendable ([UInt8]) async -> Void)
    async throws(BackendError)
  {
    var name = spoken.voice ?? voice
    if name == nil {
      name = try await voices(.speak).filter { $0.value.isSameLanguage(as: spoken.language) }.keys.min()
    }
    guard let name else {
      throw BackendError(
        .unsupportedLanguages, backend: service.backend, stage: .speak,
        detail: "it has no voice for \(spoken.language)")
    }
    var query = Query()
    query.add("voice", name)
    query.add("text", spoken.text)
    // What was said is not to be kept there.
    query.add("cache", "false")
    try await service.send(ServiceCall("GET", "/api/tts?\(query.text)"), .speak).audio(audio)
  }
}

extension Backends.Kind {
  static let piper = Backends.Kind(
    name: "piper", title: "Piper's HTTP server", checkedAgainst: "piper-tts 1.8.0",
    speak: .init(codes: "by voice", sends: "application/json", receives: "audio/wav"), needsURL: true
  ) { settings, client in
    Backends.Stages(
      synthesizer: PiperSynthesizer(service: settings.service(client), voice: settings.speak.voice))
  }

  static let openTTS = Backends.Kind(
    name: "opentts", title: "OpenTTS and Mimic 3", checkedAgainst: nil,
    speak: .init(codes: "by voice", sends: "a query", receives: "audio/wav", textLimit: 1500), needsURL: true
  ) { settings, client in
    Backends.Stages(
      synthesizer: OpenTTSSynthesizer(service: settings.service(client), voice: settings.speak.voice))
  }
}
