/// When a turn passed its milestones, without a word of what was said: what statistics are made of.
public struct TurnTiming: Sendable, Equatable, Codable {
  /// The backend's configured name.
  public var backend: String
  /// The language spoken; nil when it wasn't found.
  public var from: String?
  /// The languages translated to.
  public var to: [String]
  /// The release of the key, in seconds of the clock that runs since the machine started (`CLOCK_BOOTTIME`).
  public var released: Double
  /// Each milestone that was passed, in milliseconds from the release of the key, by its name.
  public var milestones: [String: Double]

  enum CodingKeys: String, CodingKey {
    case backend, from, to
    case released = "released_s"
    case milestones = "milestones_ms"
  }

  /// The timing of a turn that is over; nil unless it was recorded and translated. `start` is the clock's time when
  /// the program's uptime was 0.
  public init?(_ entry: TranscriptEntry, backend: String, start: Double) {
    guard entry.stage == .done, let released = entry.milestones[.released],
      entry.milestones[.firstSample] != nil
    else { return nil }
    self.backend = backend
    from = entry.sourceTag?.description
    to = entry.targets.map(\.description)
    self.released = start + released / .seconds(1)
    milestones = Dictionary(
      uniqueKeysWithValues: entry.milestones.map { ($0.rawValue, ($1 - released) / .milliseconds(1)) })
  }

  /// The few numbers made of the milestones.
  public var latency: Latency {
    var times: [Milestone: Duration] = [:]
    for (name, milliseconds) in milestones {
      if let milestone = Milestone(rawValue: name) { times[milestone] = .milliseconds(milliseconds) }
    }
    return Latency(times)
  }
}

/// What the timings of many turns say, for one backend and one pair of languages.
public struct TimingStatistics: Sendable, Equatable, Codable {
  /// Half and nine tenths of the turns took at most so many milliseconds (nearest rank).
  public struct Spread: Sendable, Equatable, Codable {
    /// The median.
    public var median: Int
    /// The 90th percentile.
    public var p90: Int

    /// Of any number of times; nil of none.
    init?(_ times: [Duration]) {
      guard !times.isEmpty else { return nil }
      let sorted = times.sorted()
      func rank(_ share: Double) -> Int {
        let place = max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)
        return Int((sorted[place] / .milliseconds(1)).rounded())
      }
      median = rank(0.5)
      p90 = rank(0.9)
    }
  }

  /// The backend's name.
  public var backend: String
  /// The language spoken; nil when it wasn't found.
  public var from: String?
  /// The languages translated to.
  public var to: [String]
  /// How many turns.
  public var turns: Int
  /// Release of the key → final text.
  public var heard: Spread?
  /// What the translation added to the wait.
  public var translated: Spread?
  /// What the speech added to it.
  public var spoken: Spread?
  /// Release of the key → first sample at the speaker.
  public var total: Spread?

  /// The statistics of each backend and pair, the most used first.
  public static func of(_ timings: [TurnTiming]) -> [TimingStatistics] {
    let groups = Dictionary(grouping: timings) { [$0.backend, $0.from ?? ""] + $0.to }
    return groups.sorted { ($1.value.count, $0.key.joined()) < ($0.value.count, $1.key.joined()) }.compactMap
    { group in
      guard let first = group.value.first else { return nil }
      let latencies = group.value.map(\.latency)
      return TimingStatistics(
        backend: first.backend, from: first.from, to: first.to, turns: latencies.count,
        heard: Spread(latencies.compactMap(\.heard)), translated: Spread(latencies.compactMap(\.translated)),
        spoken: Spread(latencies.compactMap(\.spoken)), total: Spread(latencies.compactMap(\.total)))
    }
  }
}
