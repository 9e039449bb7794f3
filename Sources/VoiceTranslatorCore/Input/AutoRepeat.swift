extension HoldDetector {
  /// What was learned of a terminal's auto-repeat; kept per terminal name.
  public struct Timing: Sendable, Equatable, Codable {
    /// From the first byte to the first repeat, in milliseconds.
    public var firstGap: Int
    /// Between repeats, in milliseconds.
    public var interval: Int

    /// What was learned.
    public init(firstGap: Int, interval: Int) {
      self.firstGap = firstGap
      self.interval = interval
    }
  }

  /// The auto-repeat of one hold, as it was seen.
  struct AutoRepeat: Sendable, Equatable {
    private var firstGap: Duration?
    /// The latest gaps between repeats, oldest first.
    private var intervals: [Duration] = []
    private static let kept = 32
    /// So many intervals tell the median, though one of them be much too long or too short.
    private static let enough = 3

    /// No repeat was seen.
    var isEmpty: Bool { firstGap == nil }

    /// A byte came so long after the one before it.
    mutating func add(_ gap: Duration) {
      guard gap >= Rule.bunched else { return }
      guard firstGap != nil else { return firstGap = gap }
      if intervals.count == Self.kept { intervals.removeFirst() }
      intervals.append(gap)
    }

    /// How long a silence means that the key came up.
    func silence(_ known: Timing?) -> Duration {
      guard !isEmpty else {
        return known.map {
          min(max(.milliseconds($0.firstGap) * 2, Rule.knownWindow), Rule.unknownWindow)
        } ?? Rule.unknownWindow
      }
      if intervals.count >= Self.enough, let median {
        return max(Rule.leastSilence, median * Rule.silentRepeats)
      }
      // The first few intervals tell too little: on a known terminal its own counts, elsewhere the longest so far.
      let interval = known.map { .milliseconds($0.interval) } ?? intervals.max() ?? .zero
      return max(Rule.earlySilence, interval * Rule.silentRepeats)
    }

    /// The time between repeats: measured, else known. Nil: it can't be told yet.
    func interval(_ known: Timing?) -> Duration? {
      intervals.count >= Self.enough ? median : known.map { .milliseconds($0.interval) }
    }

    /// What a whole hold teaches about the terminal.
    var learned: Timing? {
      guard intervals.count >= Self.enough, let firstGap, let median else { return nil }
      return Timing(firstGap: Int(firstGap / .milliseconds(1)), interval: Int(median / .milliseconds(1)))
    }

    /// Of two in the middle the shorter: the longer may be several intervals, whose repeats were lost.
    private var median: Duration? { intervals.isEmpty ? nil : intervals.sorted()[(intervals.count - 1) / 2] }
  }
}
