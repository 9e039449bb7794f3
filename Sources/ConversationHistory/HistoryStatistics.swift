public import VoiceTranslatorCore

/// What the history tells as numbers.
public struct HistoryStatistics: Sendable, Equatable, Codable {
  /// Times of a stage in milliseconds: the half and nine tenths of the utterances took at most so long.
  public struct Spread: Sendable, Equatable, Codable {
    /// The median.
    public var median: Int
    /// The 90th percentile (nearest rank).
    public var p90: Int

    /// Of any number of times; nil of none.
    init?(_ times: [Int]) {
      guard !times.isEmpty else { return nil }
      let sorted = times.sorted()
      func rank(_ share: Double) -> Int {
        sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
      }
      median = rank(0.5)
      p90 = rank(0.9)
    }
  }

  /// How often one language was translated into another.
  public struct Pair: Sendable, Equatable, Codable {
    /// The language spoken; nil when it wasn't known.
    public var from: LanguageTag?
    /// The language translated to.
    public var to: LanguageTag
    /// How many utterances.
    public var utterances: Int
  }

  /// How many conversations are kept.
  public var conversations: Int
  /// How many utterances are kept.
  public var utterances: Int
  /// Seconds that people spoke.
  public var spokenSeconds: Double
  /// How many utterances were corrected by hand.
  public var corrected: Int
  /// When the first and the last were said.
  public var first: Timestamp?
  /// When the last was said.
  public var last: Timestamp?
  /// The pairs of languages, the most used first.
  public var pairs: [Pair]
  /// Times by stage: `recognize`, `translate`, `speak`, `total`.
  public var latency: [String: Spread]

  enum CodingKeys: String, CodingKey {
    case conversations, utterances, corrected, first, last, pairs
    case spokenSeconds = "spoken_seconds"
    case latency = "latency_ms"
  }
}

extension HistoryStore {
  /// What the history tells as numbers.
  public func statistics() throws(HistoryError) -> HistoryStatistics {
    try reading { () throws(SQLiteFailure) in
      func count(_ sql: String) throws(SQLiteFailure) -> Int {
        try connection.query(sql) { $0.integer(0) }.first ?? 0
      }
      var latency: [String: HistoryStatistics.Spread] = [:]
      for stage in ["recognize", "translate", "speak", "total"] {
        let times = try connection.query("SELECT \(stage)_ms FROM utterance WHERE \(stage)_ms IS NOT NULL") {
          $0.integer(0)
        }
        latency[stage] = HistoryStatistics.Spread(times)
      }
      let ends = try connection.query("SELECT min(began), max(ended) FROM utterance") { row in
        (row.optionalInteger(0), row.optionalInteger(1))
      }.first
      let pairs = try connection.query(
        """
        SELECT utterance.language, translation.language, count(*) FROM translation
        JOIN utterance ON utterance.id = translation.utterance GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2
        """
      ) { row in
        LanguageTag(row.text(1)).map {
          HistoryStatistics.Pair(from: LanguageTag(row.text(0)), to: $0, utterances: row.integer(2))
        }
      }
      let spoken = try count("SELECT coalesce(sum(max(ended - began, 0)), 0) FROM utterance")
      return HistoryStatistics(
        conversations: try count("SELECT count(*) FROM conversation"),
        utterances: try count("SELECT count(*) FROM utterance"), spokenSeconds: Double(spoken) / 1000,
        corrected: try count("SELECT count(DISTINCT utterance) FROM correction"),
        first: ends?.0.map { Timestamp(milliseconds: Int64($0)) },
        last: ends?.1.map { Timestamp(milliseconds: Int64($0)) }, pairs: pairs.compactMap { $0 },
        latency: latency)
    }
  }
}
