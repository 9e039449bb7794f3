import VoiceTranslatorCore

/// One recording's result, in the shape that `--format json` prints. Stable across versions.
struct TranslationResult: Codable, Equatable {
  struct Source: Codable, Equatable {
    var language: String?
    var detected: Bool
    var text: String
    var confidence: Double?
    var segments: [Segment]
    var alternatives: [Alternative]
  }
  /// Seconds from the recording's start.
  struct Segment: Codable, Equatable {
    var start: Double
    var end: Double
    var text: String
  }
  struct Alternative: Codable, Equatable {
    var text: String
    var confidence: Double?
  }
  struct Target: Codable, Equatable {
    var language: String
    var text: String
    var route: [String]
    var rough: Bool
    /// Nothing speaks against its being a translation.
    var verified: Bool
    var speech: Speech?
  }
  struct Speech: Codable, Equatable {
    var file: String?
    var voice: String?
    var seconds: Double?
  }
  struct Latency: Codable, Equatable {
    var recognize: Int?
    var translate: Int?
    var speak: Int?
    var total: Int?
  }

  var input: String
  var source: Source
  var targets: [Target]
  var backend: [String: String]
  var latencyMs: Latency
  /// When each milestone was passed, in milliseconds from the end of the input.
  var milestonesMs: [String: Int]

  enum CodingKeys: String, CodingKey {
    case input, source, targets, backend
    case latencyMs = "latency_ms"
    case milestonesMs = "milestones_ms"
  }

  /// One line of JSON, keys in a fixed order.
  var json: String { JSONText.of(self, inOneLine: true) }

  /// The result of a finished turn. `speech` is what was made of each target; `backends` are those of the stages,
  /// unless one handed over to another.
  init(
    input: String, entry: TranscriptEntry, speech: [LanguageTag: Speech], backends: [Stage: String]
  ) {
    self.input = input
    source = Source(
      language: entry.sourceTag?.description, detected: entry.detected != nil, text: entry.heard,
      confidence: entry.segments.compactMap(\.confidence).min(),
      segments: entry.segments.compactMap { segment in
        segment.span.map {
          Segment(start: $0.lowerBound / .seconds(1), end: $0.upperBound / .seconds(1), text: segment.text)
        }
      },
      alternatives: entry.segments.count == 1
        ? entry.segments[0].alternatives.map { Alternative(text: $0.text, confidence: $0.confidence) } : [])
    targets = entry.targets.filter { target in entry.translations.contains { $0.target == target } }.map {
      Target(
        language: $0.description, text: entry.text(in: $0), route: entry.routes[$0]?.hops ?? [],
        rough: entry.routes[$0]?.isRough ?? false, verified: entry.doubt(in: $0) == nil,
        speech: speech[$0])
    }
    backend = Dictionary(uniqueKeysWithValues: backends.map { ($0.key.rawValue, $0.value) })
    // From the stage that failed on another goes on.
    for handover in entry.handovers {
      let place = handover.stage.flatMap { Stage.allCases.firstIndex(of: $0) } ?? 0
      for stage in Stage.allCases[place...] { backend[stage.rawValue] = handover.to }
    }
    let latency = VoiceTranslatorCore.Latency(entry.milestones)
    latencyMs = Latency(
      recognize: latency.heard?.milliseconds, translate: latency.translated?.milliseconds,
      speak: latency.synthesized?.milliseconds,
      total: latency.untilEnd?.milliseconds)
    let released = entry.milestones[.released] ?? .zero
    milestonesMs = Dictionary(
      uniqueKeysWithValues: entry.milestones.map { ($0.rawValue, ($1 - released).milliseconds) })
  }
}

extension Duration {
  /// Whole milliseconds, rounded.
  var milliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}
