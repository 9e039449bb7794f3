import FoundationEssentials
import VoiceTranslatorCore

/// One line of the answer to `POST /v1/turns`.
struct EngineLine: Decodable {
  var type: String
  var segment: Int?
  var sentence: Int?
  var revision: Int?
  var text: String?
  var stable: Int?
  var final: Bool?
  var startMs: Double?
  var endMs: Double?
  var confidence: Double?
  var alternatives: [Alternative]?
  var language: String?
  var languages: [String: Target]?
  var probability: Double?
  var target: String?
  var data: String?
  var reason: String?
  var code: String?
  var stage: String?
  var message: String?

  struct Alternative: Decodable {
    var text: String
    var confidence: Double?
  }

  struct Target: Decodable {
    var route: [String]?
    var rough: Bool?
    var voice: String?
  }

  enum CodingKeys: String, CodingKey {
    case type, segment, sentence, revision, text, stable, final, confidence, alternatives, language, languages
    case probability, target, data, reason, code, stage, message
    case startMs = "start_ms"
    case endMs = "end_ms"
  }

  /// What the line says; nothing for a line of a later version of the protocol.
  var outputs: [TurnOutput] {
    switch type {
    case "ready":
      return [
        .routes(
          (languages ?? [:]).reduce(into: [:]) { routes, entry in
            guard let tag = LanguageTag(entry.key) else { return }
            routes[tag] = TranslationRoute(
              hops: (entry.value.route ?? []).map { Sanitizer.line($0) }, isRough: entry.value.rough ?? false,
              voice: entry.value.voice.map { Sanitizer.line($0) })
          })
      ]
    case "recognized":
      let hypothesis = Hypothesis(
        segment: segment ?? 0, revision: revision ?? 0, text: text ?? "", stable: stable ?? 0,
        isFinal: final ?? false, span: span, confidence: confidence,
        alternatives: (alternatives ?? []).map { .init(text: $0.text, confidence: $0.confidence) })
      return [.recognized(hypothesis)] + (hypothesis.isFinal ? [.milestone(.recognized)] : [])
    case "detected":
      return language.flatMap { LanguageTag($0) }.map { [.detected($0, probability: probability ?? 0)] } ?? []
    case "translated":
      guard let tag = target.flatMap({ LanguageTag($0) }) else { return [] }
      let translation = Translation(
        target: tag, segment: segment ?? 0, sentence: sentence ?? 0, revision: revision ?? 0,
        text: text ?? "",
        isFinal: final ?? true)
      return [.translated(translation)] + (translation.isFinal ? [.milestone(.translated)] : [])
    case "speech":
      guard let tag = target.flatMap({ LanguageTag($0) }),
        let bytes = data.flatMap({ Data(base64Encoded: $0) })
      else { return [] }
      return [
        .milestone(.firstSpeech),
        .speech(
          SpeechChunk(
            target: tag, segment: segment ?? 0, sentence: sentence ?? 0, revision: revision ?? 0,
            bytes: Array(bytes))),
      ]
    case "nothing_heard": return [.nothingHeard(reason.flatMap { Silence(rawValue: $0) } ?? .noSpeech)]
    default: return []
    }
  }

  private var span: Range<Duration>? {
    guard let startMs, let endMs, startMs >= 0, endMs >= startMs, endMs < 1e9 else { return nil }
    return .milliseconds(startMs)..<(.milliseconds(endMs))
  }
}

/// `GET /v1/capabilities`.
struct EngineCapabilities: Decodable {
  struct Language: Decodable {
    var recognise: Bool
    var speak: Bool
  }
  struct Route: Decodable {
    var from: String
    var to: String
    var route: [String]
    var rough: Bool
  }
  var languages: [String: Language]
  struct Voice: Decodable {
    var id: String
    var language: String
  }
  var routes: [Route]
  var voices: [Voice]?

  var capabilities: Capabilities {
    func tags(_ has: (Language) -> Bool) -> Set<LanguageTag> {
      Set(languages.filter { has($0.value) }.compactMap { LanguageTag($0.key) })
    }
    var translates: [LanguageTag: [LanguageTag: TranslationRoute]] = [:]
    for route in routes {
      guard let from = LanguageTag(route.from), let to = LanguageTag(route.to) else { continue }
      translates[from, default: [:]][to] = TranslationRoute(hops: route.route, isRough: route.rough)
    }
    var names: [LanguageTag: [String]] = [:]
    for voice in voices ?? [] { LanguageTag(voice.language).map { names[$0, default: []].append(voice.id) } }
    return Capabilities(
      recognizes: tags(\.recognise), translates: translates, speaks: tags(\.speak), voices: names)
  }
}

/// `GET /healthz`.
struct EngineHealth: Decodable {
  var status: String
  var loaded: [String: Bool]?

  var health: BackendHealth {
    guard status != "ready" else { return .ready }
    let stages = loaded ?? [:]
    return .loading(
      progress: stages.isEmpty ? nil : Double(stages.values.count { $0 }) / Double(stages.count))
  }
}
