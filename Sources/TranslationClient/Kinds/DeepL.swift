import FoundationEssentials
import Synchronization
import VoiceTranslatorCore

/// DeepL: `POST /v2/translate`, on the free or the paid host; the user's glossary as one of DeepL's.
struct DeepLTranslator: Translator, OverHTTP {
  let service: Service
  /// `natural`, `formal` or `informal`.
  let register: String
  /// How many earlier turns are given along.
  let contextLimit: Int
  private let glossaries = DeepLGlossaries()

  init(service: Service, register: String, contextLimit: Int) {
    self.service = service
    self.register = register
    self.contextLimit = contextLimit
  }

  static let sources = Set<LanguageTag>(
    tags: """
      ar bg cs da de el en es et fi fr he hu id it ja ko lt lv no nl pl pt ro ru sk sl sv th tr uk vi zh
      """)
  static let targets = sources.union(Set(tags: "en-GB en-US pt-BR pt-PT es-419 zh-Hans zh-Hant"))

  /// What it calls a language it translates from, and one that it translates to.
  static func code(_ tag: LanguageTag, isTarget: Bool) -> String {
    let known = Language(tag: tag)?.tag.description ?? tag.description
    guard isTarget else { return known == "no" ? "NB" : tag.language.uppercased() }
    switch known {
    case "en": return "EN-US"
    case "pt": return "PT-PT"
    case "zh": return "ZH-HANS"
    case "no": return "NB"
    case "en-GB", "en-US", "pt-BR", "pt-PT", "es-419", "zh-Hans", "zh-Hant": return known.uppercased()
    default: return tag.language.uppercased()
    }
  }

  private struct Body: Encodable {
    var text: [String]
    var source: String?
    var target: String
    var context: String?
    var formality: String?
    var glossary: String?
    enum CodingKeys: String, CodingKey {
      case text, context, formality
      case source = "source_lang"
      case target = "target_lang"
      case glossary = "glossary_id"
    }
  }
  private struct Answer: Decodable {
    struct One: Decodable { var text: String }
    var translations: [One]
  }

  func pairs() async throws(BackendError) -> TranslationPairs? {
    TranslationPairs(Self.sources, times: Self.targets)
  }

  func translate(_ passage: Passage, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> TranslatedText
  {
    let formality: String? =
      switch register {
      // A language that has no such forms is translated all the same.
      case "formal": "prefer_more"
      case "informal": "prefer_less"
      default: nil
      }
    let context = passage.context.suffix(contextLimit).filter { $0.source == passage.source }.map(\.text)
      .joined(separator: "\n")
    let body = Body(
      text: [passage.text], source: passage.source.map { Self.code($0, isTarget: false) },
      target: Self.code(passage.target, isTarget: true), context: context.isEmpty ? nil : context,
      formality: formality, glossary: try await glossaries.id(for: passage, service))
    let answer = try await service.send(.json("/v2/translate", body), .translate)
    let text = try await answer.json(Answer.self, "holds no translation").translations.first?.text ?? ""
    return TranslatedText(text: try answer.nonEmpty(text.trimmed))
  }
}

/// The user's terms as glossaries of the service, made once per pair and run.
private final class DeepLGlossaries: Sendable {
  private struct Key: Hashable {
    var source: String
    var target: String
    var terms: [Glossary.Term]
  }
  private let known = Mutex<[Key: String]>([:])

  private struct Body: Encodable {
    var name = "voice-translator"
    var source: String
    var target: String
    var entries: String
    var format = "tsv"
    enum CodingKeys: String, CodingKey {
      case name, entries
      case source = "source_lang"
      case target = "target_lang"
      case format = "entries_format"
    }
  }
  private struct Answer: Decodable {
    var id: String
    enum CodingKeys: String, CodingKey { case id = "glossary_id" }
  }

  /// The glossary for a passage; nil without terms, or when the source is unknown. Where it can't be made the passage
  /// is translated without, and the result is checked all the same.
  func id(for passage: Passage, _ service: Service) async throws(BackendError) -> String? {
    guard let source = passage.source, !passage.terms.isEmpty else { return nil }
    let key = Key(source: source.language, target: passage.target.language, terms: passage.terms)
    if let id = known.withLock({ $0[key] }) { return id }
    func field(_ text: String) -> String {
      text.map { $0.isNewline || $0 == "\t" ? " " : String($0) }.joined()
    }
    let body = Body(
      source: key.source, target: key.target,
      entries: passage.terms.map { "\(field($0.source))\t\(field($0.target))" }.joined(separator: "\n"))
    do {
      let id = try await service.send(.json("/v2/glossaries", body), .translate).json(
        Answer.self, "names no glossary"
      )
      .id
      known.withLock { $0[key] = id }
      return id
    } catch  where error.kind == .rejected || error.kind == .protocolViolation || error.kind == .quotaExceeded
    {
      return nil
    }
  }
}

extension Backends.Kind {
  static let deepL = Backends.Kind(
    name: "deepl", title: "DeepL", checkedAgainst: "deepl 1.32.0",
    translate: .init(
      languages: DeepLTranslator.targets, codes: "DeepL's, upper case", sends: "application/json",
      textLimit: 128 << 10)
  ) { settings, client in
    let isFree = settings.key?.text.hasSuffix(":fx") ?? false
    let service = settings.service(
      client, default: isFree ? "https://api-free.deepl.com" : "https://api.deepl.com",
      Authorization(header: "Authorization", prefix: "DeepL-Auth-Key "))
    return Backends.Stages(
      translator: DeepLTranslator(
        service: service, register: settings.translate.register, contextLimit: settings.translate.contextLimit
      ))
  }
}
