import FoundationEssentials
import VoiceTranslatorCore

/// Google Cloud: Speech-to-Text v1, Translation v2, Text-to-Speech v1, each over REST with an API key.
enum Google {
  // In a header: a key in the URL would stand in every log on the way.
  static let authorization = Authorization(header: "X-Goog-Api-Key", prefix: "")
  static let spoken = Set(Locales.table.keys)

  /// Translation's own codes.
  static func code(_ tag: LanguageTag) -> String {
    switch Language(tag: tag)?.tag.description {
    case "zh"?, "zh-Hans"?: "zh-CN"
    case "zh-Hant"?: "zh-TW"
    case "yue"?: "yue"
    case "pt-PT"?: "pt-PT"
    case "fr-CA"?: "fr-CA"
    case "no"?: "no"
    case let known?: String(known.prefix { $0 != "-" })
    case nil: tag.language
    }
  }
  static let translated = Set(Language.all.map(\.tag)).subtracting(Set(tags: "ast"))
}

struct GoogleRecognizer: Recognizer, OverHTTP {
  let service: Service

  private struct Body: Encodable {
    struct Config: Encodable {
      struct Hints: Encodable { var phrases: [String] }
      var encoding = "LINEAR16"
      var sampleRateHertz = SpeechFormat.sampleRate
      var languageCode: String
      var alternativeLanguageCodes: [String]?
      var maxAlternatives = 3
      var enableAutomaticPunctuation = true
      var speechContexts: [Hints]?
    }
    struct Audio: Encodable { var content: String }
    var config: Config
    var audio: Audio
  }
  private struct Answer: Decodable {
    struct Result: Decodable {
      var alternatives: [Alternative]?
      var languageCode: String?
    }
    struct Alternative: Decodable {
      var transcript: String?
      var confidence: Double?
    }
    var results: [Result]?
  }

  func languages() async throws(BackendError) -> Set<LanguageTag>? { Google.spoken }

  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    let locales = request.source.candidates.compactMap(Locales.locale)
    guard let first = locales.first else {
      throw BackendError(
        .unsupportedLanguages, backend: service.backend, stage: .recognize,
        detail: "it has to be told which languages may be spoken")
    }
    let wave = try await service.wave(of: utterance, emit)
    let words = request.glossary.words(in: request.source)
    let body = Body(
      config: .init(
        languageCode: first, alternativeLanguageCodes: locales.count > 1 ? Array(locales.dropFirst()) : nil,
        speechContexts: words.isEmpty ? nil : [.init(phrases: words)]),
      audio: .init(content: Data(wave).base64EncodedString()))
    let answer = try await service.send(.json("/v1/speech:recognize", body), .recognize)
      .json(Answer.self, "holds no text")
    let results = answer.results ?? []
    let text = results.compactMap { $0.alternatives?.first?.transcript }.joined()
    let detected = results.first?.languageCode.flatMap(LanguageTag.named)
    return await Recognition(text: text.trimmed, detected: request.source.tag == nil ? detected : nil).told(
      confidence: results.first?.alternatives?.first?.confidence,
      alternatives: results.count == 1
        ? (results[0].alternatives ?? []).dropFirst().compactMap { reading in
          reading.transcript.map { .init(text: $0, confidence: reading.confidence) }
        } : [], emit)
  }
}

struct GoogleTranslator: Translator, OverHTTP {
  let service: Service

  private struct Body: Encodable {
    var q: [String]
    var source: String?
    var target: String
    var format = "text"
  }
  private struct Answer: Decodable {
    struct Whole: Decodable { var translations: [One] }
    struct One: Decodable { var translatedText: String }
    var data: Whole
  }

  func pairs() async throws(BackendError) -> TranslationPairs? {
    TranslationPairs(Google.translated, times: Google.translated)
  }

  func translate(_ passage: Passage, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> TranslatedText
  {
    let body = Body(
      q: [passage.text], source: passage.source.map(Google.code), target: Google.code(passage.target))
    let answer = try await service.send(.json("/language/translate/v2", body), .translate)
    let text =
      try await answer.json(Answer.self, "holds no translation").data.translations.first?.translatedText ?? ""
    return TranslatedText(text: try answer.nonEmpty(text.trimmed))
  }
}

struct GoogleSynthesizer: Synthesizer, OverHTTP {
  let service: Service
  let voice: String?

  private struct Body: Encodable {
    struct Input: Encodable { var text: String }
    struct Voice: Encodable {
      var languageCode: String
      var name: String?
    }
    struct Config: Encodable {
      var audioEncoding = "MP3"
      var speakingRate: Double
    }
    var input: Input
    var voice: Voice
    var audioConfig: Config
  }
  private struct Answer: Decodable { var audioContent: String }

  func languages() async throws(BackendError) -> Set<LanguageTag>? { Google.spoken }

  func speak(_ spoken: SpokenText, audio: @escaping @Sendable ([UInt8]) async -> Void)
    async throws(BackendError)
  {
    let body = Body(
      input: .init(text: spoken.text),
      voice: .init(
        languageCode: Locales.locale(spoken.language) ?? spoken.language.description,
        name: spoken.voice ?? voice),
      audioConfig: .init(speakingRate: spoken.speed))
    let answer = try await service.send(.json("/v1/text:synthesize", body), .speak)
    let content = try await answer.json(Answer.self, "holds no speech").audioContent
    guard let bytes = Data(base64Encoded: content), !bytes.isEmpty else {
      throw answer.violation("the answer's audioContent holds no audio")
    }
    await audio(Array(bytes))
  }
}

extension Backends.Kind {
  static let google = Backends.Kind(
    name: "google", title: "Google Cloud", checkedAgainst: nil,
    recognize: .init(
      languages: Google.spoken, codes: "locales", sends: "application/json", longest: .seconds(59),
      alternatives: true),
    translate: .init(
      languages: Google.translated, codes: "ISO 639-1, zh-CN, zh-TW", sends: "application/json"),
    speak: .init(
      languages: Google.spoken, codes: "locales", sends: "application/json", receives: "base64 MP3",
      textLimit: 1200)
  ) { settings, client in
    func service(_ host: String) -> Service {
      settings.service(client, default: "https://\(host).googleapis.com", Google.authorization)
    }
    return Backends.Stages(
      recognizer: GoogleRecognizer(service: service("speech")),
      translator: GoogleTranslator(service: service("translation")),
      synthesizer: GoogleSynthesizer(service: service("texttospeech"), voice: settings.speak.voice))
  }
}
