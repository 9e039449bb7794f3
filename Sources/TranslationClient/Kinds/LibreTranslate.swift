import FoundationEssentials
import VoiceTranslatorCore

/// LibreTranslate: `POST /translate`; what it has it says itself at `GET /languages`.
struct LibreTranslateTranslator: Translator, OverHTTP {
  let service: Service

  private struct Body: Encodable {
    var q: String
    var source: String
    var target: String
    var format = "text"
    // The service wants its key in the body.
    var key: String?
    enum CodingKeys: String, CodingKey {
      case q, source, target, format
      case key = "api_key"
    }
  }
  private struct Answer: Decodable { var translatedText: String }
  private struct Known: Decodable {
    var code: String
    var targets: [String]?
  }

  func pairs() async throws(BackendError) -> TranslationPairs? {
    let known = try await service.send(ServiceCall("GET", "/languages"), nil)
      .json([Known].self, "is no list of languages")
    let all = known.map(\.code)
    return known.reduce(into: [:]) { pairs, source in
      guard let tag = LanguageTag(source.code) else { return }
      pairs[tag] = (source.targets ?? all).reduce(into: [:]) { routes, code in
        if let target = LanguageTag(code), code != source.code { routes[target] = TranslationRoute() }
      }
    }
  }

  /// Its codes are ISO 639-1, but for scripts and Brazil.
  static func code(_ tag: LanguageTag) -> String {
    switch Language(tag: tag)?.tag.description {
    case "zh"?, "zh-Hans"?: "zh-Hans"
    case "zh-Hant"?, "yue"?: "zh-Hant"
    case "pt-BR"?: "pt-BR"
    case "no"?: "nb"
    case let known?: String(known.prefix { $0 != "-" })
    case nil: tag.language
    }
  }

  func translate(_ passage: Passage, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> TranslatedText
  {
    let body = Body(
      q: passage.text, source: passage.source.map(Self.code) ?? "auto", target: Self.code(passage.target),
      key: service.key?.text)
    let answer: ServiceAnswer
    do {
      answer = try await service.withoutKeyField.send(.json("/translate", body), .translate)
    } catch {
      throw Self.meant(error)
    }
    let text = try await answer.json(Answer.self, "holds no translation").translatedText
    return TranslatedText(text: try answer.nonEmpty(text.trimmed))
  }

  /// What is wrong it says only in words.
  private static func meant(_ error: BackendError) -> BackendError {
    var error = error
    guard error.status == 400 else { return error }
    // A language that it doesn't know; a pair of known ones that it lacks.
    if error.detail.contains("not supported") || error.detail.contains("not available as a target") {
      error.kind = .unsupportedLanguages
    }
    if error.detail.contains("exceeds text limit") { error.kind = .tooLarge }
    if error.detail.contains("API key") { error.kind = .unauthorized }
    return error
  }
}

extension Backends.Kind {
  static let libreTranslate = Backends.Kind(
    name: "libretranslate", title: "LibreTranslate", checkedAgainst: "libretranslate 1.9.6",
    translate: .init(codes: "ISO 639-1, pt-BR, zh-Hans, zh-Hant", sends: "application/json"), needsURL: true
  ) { settings, client in
    Backends.Stages(translator: LibreTranslateTranslator(service: settings.service(client)))
  }
}
