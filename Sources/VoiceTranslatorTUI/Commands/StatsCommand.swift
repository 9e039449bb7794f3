import ConversationHistory
import VoiceTranslatorCore

/// `voice-translator stats`: what the history tells as numbers.
enum StatsCommand {
  static func run(_ invocation: Invocation, _ context: ProgramContext) -> ExitStatus {
    do throws(HistoryError) {
      let (store, setAside) = try HistoryFiles(context.paths).open()
      if let setAside { Output.note(Notice(historySetAside: setAside)) }
      let statistics = try store.statistics()
      let speed = TimingStatistics.of(TimingLog(folder: context.paths.state).timings())
      if invocation.has("--json") {
        Output.json(Report(statistics: statistics, speed: speed))
      } else {
        show(statistics)
        show(speed)
      }
      return .done
    } catch {
      Output.note(Notice(error))
      return .failed
    }
  }

  /// What the history tells, and how fast the turns on this machine were.
  private struct Report: Encodable {
    var statistics: HistoryStatistics
    var speed: [TimingStatistics]

    private enum CodingKeys: CodingKey { case speed }

    func encode(to encoder: any Encoder) throws {
      try statistics.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(speed, forKey: .speed)
    }
  }

  /// A line for each backend and pair: median and 90th percentile of what a user waits for.
  private static func show(_ speed: [TimingStatistics]) {
    for row in speed {
      let pair = "\(row.from ?? "?") → \(row.to.joined(separator: ", "))"
      let parts = [
        ("first sound", row.total), ("heard", row.heard), ("translated", row.translated),
        ("spoken", row.spoken),
      ]
      .compactMap { name, spread in spread.map { "\(name) \($0.median) ms (p90 \($0.p90))" } }
      let turns = row.turns == 1 ? "1 turn" : "\(row.turns) turns"
      Output.result(
        "\(Sanitizer.line(row.backend))  \(Sanitizer.line(pair))  \(turns): " + parts.joined(separator: ", "))
    }
  }

  private static func show(_ statistics: HistoryStatistics) {
    func row(_ name: String, _ value: String) {
      Output.result(name + String(repeating: " ", count: max(1, 16 - name.count)) + value)
    }
    row("conversations", String(statistics.conversations))
    row("utterances", "\(statistics.utterances), of these corrected \(statistics.corrected)")
    row("spoken", "\(Latency.seconds(.seconds(statistics.spokenSeconds))) s")
    for pair in statistics.pairs {
      row("\(pair.from?.description ?? "?") → \(pair.to)", String(pair.utterances))
    }
    for stage in ["recognize", "translate", "speak", "total"] {
      guard let spread = statistics.latency[stage] else { continue }
      row(stage, "half within \(spread.median) ms, nine tenths within \(spread.p90) ms")
    }
  }
}
