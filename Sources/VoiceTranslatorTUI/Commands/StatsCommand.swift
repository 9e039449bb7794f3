import ConversationHistory
import VoiceTranslatorCore

/// `voice-translator stats`: what the history tells as numbers.
enum StatsCommand {
  static func run(_ invocation: Invocation, _ context: ProgramContext) -> ExitStatus {
    do throws(HistoryError) {
      let (store, setAside) = try HistoryFiles(context.paths).open()
      if let setAside { Output.note(Notice(historySetAside: setAside)) }
      let statistics = try store.statistics()
      if invocation.has("--json") { Output.json(statistics) } else { show(statistics) }
      return .done
    } catch {
      Output.note(Notice(error))
      return .failed
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
