import FoundationEssentials
import VoiceTranslatorCore

/// Apertium APY: `POST /translate` with a form; what it has it says itself at `GET /listPairs`.
struct ApertiumTranslator: Translator, OverHTTP {
  let service: Service

  private struct Answer: Decodable {
    struct Body: Decodable { var translatedText: String }
    var responseData: Body
  }
  private struct Pairs: Decodable {
    struct Pair: Decodable {
      var sourceLanguage: String
      var targetLanguage: String
    }
    var responseData: [Pair]
  }

  func pairs() async throws(BackendError) -> TranslationPairs? {
    let known = try await service.send(ServiceCall("GET", "/listPairs"), nil).json(
      Pairs.self, "is no list of pairs")
    return known.responseData.reduce(into: [:]) { pairs, pair in
      guard let source = ISO639.tag(pair.sourceLanguage), let target = Self.tag(pair.targetLanguage) else {
        return
      }
      pairs[source, default: [:]][target] = TranslationRoute(
        hops: ["\(pair.sourceLanguage)-\(pair.targetLanguage) apertium"], isRough: true)
    }
  }

  /// A target may be a variety: `por_BR`, `cat_valencia`.
  private static func tag(_ code: String) -> LanguageTag? {
    let parts = code.split { $0 == "_" }.map { String($0) }
    guard let tag = parts.first.flatMap(ISO639.tag) else { return nil }
    guard parts.count > 1 else { return tag }
    return parts[1].count == 2 ? LanguageTag("\(tag)-\(parts[1])") : nil
  }

  private func code(_ tag: LanguageTag) -> String {
    let subtags = tag.description.split { $0 == "-" }
    let region = subtags.dropFirst().first { $0.count == 2 }
    return ISO639.code(tag) + (region.map { "_\($0)" } ?? "")
  }

  func translate(_ passage: Passage, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> TranslatedText
  {
    guard let source = passage.source else {
      throw BackendError(
        .unsupportedLanguages, backend: service.backend, stage: .translate,
        detail: "it has to be told the language spoken")
    }
    do {
      return try await translate(passage.text, "\(ISO639.code(source))|\(code(passage.target))")
    } catch  where error.status == 400 && code(passage.target).contains("_") {
      // A variety that it doesn't have: the language itself may do.
      return try await translate(passage.text, "\(ISO639.code(source))|\(ISO639.code(passage.target))")
    }
  }

  private func translate(_ text: String, _ pair: String) async throws(BackendError) -> TranslatedText {
    var form = Query()
    form.add("langpair", pair)
    form.add("q", text)
    form.add("markUnknown", "no")
    form.add("format", "txt")
    let call = ServiceCall(
      "POST", "/translate", type: "application/x-www-form-urlencoded", body: .bytes(Array(form.text.utf8)))
    let answer: ServiceAnswer
    do {
      answer = try await service.send(call, .translate)
    } catch {
      var error = error
      if error.status == 400, error.detail.contains("pair") { error.kind = .unsupportedLanguages }
      throw error
    }
    let translation = try await answer.json(Answer.self, "holds no translation").responseData.translatedText
    return TranslatedText(text: try answer.nonEmpty(translation.trimmed))
  }
}

extension Backends.Kind {
  static let apertium = Backends.Kind(
    name: "apertium", title: "Apertium APY", checkedAgainst: "apertium-apy 0.11.7",
    translate: .init(codes: "ISO 639-3", sends: "application/x-www-form-urlencoded"), needsURL: true
  ) { settings, client in
    Backends.Stages(translator: ApertiumTranslator(service: settings.service(client)))
  }
}
