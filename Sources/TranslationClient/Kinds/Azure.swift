import FoundationEssentials
import VoiceTranslatorCore

/// Azure Speech: the REST API for short audio, and text-to-speech in SSML.
enum Azure {
  static let authorization = Authorization(header: "Ocp-Apim-Subscription-Key", prefix: "")
  static let known = Set(Locales.table.keys)

  /// Voices for languages that the user named none for, by locale.
  private static let voices: [String: String] =
    """
    ar-EG-SalmaNeural bg-BG-KalinaNeural ca-ES-JoanaNeural cs-CZ-VlastaNeural da-DK-ChristelNeural de-CH-LeniNeural
    de-DE-KatjaNeural el-GR-AthinaNeural en-GB-SoniaNeural en-US-JennyNeural es-ES-ElviraNeural es-MX-DaliaNeural
    et-EE-AnuNeural fi-FI-NooraNeural fil-PH-BlessicaNeural fr-CA-SylvieNeural fr-FR-DeniseNeural gl-ES-SabelaNeural
    he-IL-HilaNeural hi-IN-SwaraNeural hr-HR-GabrijelaNeural hu-HU-NoemiNeural id-ID-GadisNeural it-IT-ElsaNeural
    ja-JP-NanamiNeural ko-KR-SunHiNeural lt-LT-OnaNeural lv-LV-EveritaNeural ms-MY-YasminNeural nb-NO-PernilleNeural
    nl-BE-DenaNeural nl-NL-ColetteNeural pl-PL-ZofiaNeural pt-BR-FranciscaNeural pt-PT-RaquelNeural ro-RO-AlinaNeural
    ru-RU-SvetlanaNeural sk-SK-ViktoriaNeural sl-SI-PetraNeural sr-RS-SophieNeural sv-SE-SofieNeural
    sw-KE-ZuriNeural ta-IN-PallaviNeural th-TH-PremwadeeNeural tr-TR-EmelNeural uk-UA-PolinaNeural ur-PK-UzmaNeural
    vi-VN-HoaiMyNeural zh-CN-XiaoxiaoNeural zh-HK-HiuMaanNeural zh-TW-HsiaoChenNeural
    """.split(whereSeparator: \.isWhitespace).reduce(into: [:]) { voices, name in
      voices[name.split(separator: "-").prefix(2).joined(separator: "-")] = String(name)
    }

  static func voice(_ locale: String) -> String? { voices[locale] }

  static let spoken = Set(Locales.table.filter { voices[$0.value] != nil }.keys)

  /// Speech Synthesis Markup Language 1.0 (W3C, 2004); the text is data in it.
  static func ssml(_ text: String, locale: String, voice: String, speed: Double) -> String {
    let rate = Int((speed * 100).rounded())
    return """
      <speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="\(escaped(locale))">\
      <voice name="\(escaped(voice))"><prosody rate="\(rate)%">\(escaped(text))</prosody></voice></speak>
      """
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // Control characters aren't allowed in XML.
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

struct AzureRecognizer: Recognizer, OverHTTP {
  let service: Service

  private struct Answer: Decodable {
    struct Reading: Decodable {
      var Confidence: Double?
      var Display: String?
    }
    var RecognitionStatus: String
    var DisplayText: String?
    var NBest: [Reading]?
  }

  func languages() async throws(BackendError) -> Set<LanguageTag>? { Azure.known }

  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    guard let tag = request.source.tag, let locale = Locales.locale(tag) else {
      throw BackendError(
        .unsupportedLanguages, backend: service.backend, stage: .recognize,
        detail: "it has to be told the language spoken")
    }
    let wave = try await service.wave(of: utterance, emit)
    let call = ServiceCall(
      "POST", "/speech/recognition/conversation/cognitiveservices/v1?language=\(locale)&format=detailed",
      type: "audio/wav; codecs=audio/pcm; samplerate=16000", body: .bytes(wave))
    let sent = try await service.send(call, .recognize)
    let answer = try await sent.json(Answer.self, "holds no text")
    switch answer.RecognitionStatus {
    case "Success": break
    case "NoMatch", "InitialSilenceTimeout", "BabbleTimeout": return Recognition(text: "", detected: nil)
    default: throw sent.failure(.failed, "the service says \(answer.RecognitionStatus)")
    }
    let readings = answer.NBest ?? []
    let text = answer.DisplayText ?? readings.first?.Display ?? ""
    return await Recognition(text: text.trimmed, detected: nil).told(
      confidence: readings.first?.Confidence,
      alternatives: readings.dropFirst().compactMap { reading in
        reading.Display.map { .init(text: $0, confidence: reading.Confidence) }
      }, emit)
  }
}

struct AzureSynthesizer: Synthesizer, OverHTTP {
  let service: Service
  let voice: String?

  func languages() async throws(BackendError) -> Set<LanguageTag>? { Azure.spoken }

  func speak(_ spoken: SpokenText, audio: @escaping @Sendable ([UInt8]) async -> Void)
    async throws(BackendError)
  {
    let locale = Locales.locale(spoken.language) ?? spoken.language.description
    guard let name = spoken.voice ?? voice ?? Azure.voice(locale) else {
      throw BackendError(
        .unsupportedLanguages, backend: service.backend, stage: .speak,
        detail: "it has no voice for \(locale)")
    }
    let body = Azure.ssml(spoken.text, locale: locale, voice: name, speed: spoken.speed)
    var call = ServiceCall(
      "POST", "/cognitiveservices/v1", type: "application/ssml+xml", body: .bytes(Array(body.utf8)))
    call.headers.append(("X-Microsoft-OutputFormat", "audio-24khz-48kbitrate-mono-mp3"))
    try await service.send(call, .speak).audio(audio)
  }
}

extension Backends.Kind {
  static let azure = Backends.Kind(
    name: "azure", title: "Azure Speech", checkedAgainst: nil,
    recognize: .init(
      languages: Azure.known, codes: "locales", sends: "audio/wav", longest: .seconds(60), alternatives: true),
    speak: .init(
      languages: Azure.spoken, codes: "locales", sends: "application/ssml+xml", receives: "audio/mpeg",
      streams: true, textLimit: 3000), needsRegion: true
  ) { settings, client in
    func service(_ name: String) -> Service {
      let region = settings.region ?? "westeurope"
      return settings.service(
        client, default: "https://\(region).\(name).speech.microsoft.com", Azure.authorization)
    }
    return Backends.Stages(
      recognizer: AzureRecognizer(service: service("stt")),
      synthesizer: AzureSynthesizer(service: service("tts"), voice: settings.speak.voice))
  }
}
