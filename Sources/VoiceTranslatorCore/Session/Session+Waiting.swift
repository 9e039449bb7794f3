/// A recording that an earlier run left behind.
public struct WaitingRecording: Sendable, Equatable {
  /// What it is called on disk.
  public var name: String
  /// The language spoken.
  public var source: SourceLanguage
  /// The languages it is to be translated to.
  public var targets: [LanguageTag]
  /// What was heard, if its turn came so far.
  public var heard: String?
  /// Why it waits, a sentence.
  public var reason: String

  /// A recording.
  public init(
    name: String, source: SourceLanguage, targets: [LanguageTag], heard: String?, reason: String
  ) {
    self.name = name
    self.source = source
    self.targets = targets
    self.heard = heard
    self.reason = reason
  }
}

/// Turns that wait to be sent again.
extension Session {
  /// Shows a recording of an earlier run as a turn that failed.
  mutating func adopt(_ recording: WaitingRecording, at now: Moment) -> [Effect] {
    let request = request(from: recording.source, to: recording.targets)
    let id = append(request, at: now) { entry in
      if let heard = recording.heard, !heard.isEmpty { entry.upsert(Hypothesis(text: heard, isFinal: true)) }
      entry.release(at: now.uptime)
      entry.conclude(.failed(Notice(recording.reason), kept: true))
    }
    return [.adopt(id, recording: recording.name)]
  }

  /// Earlier turns that are complete, oldest first: what was talked about.
  var pastTurns: [PastTurn] {
    entries.suffix(20).compactMap { entry in
      guard entry.stage == .done, let source = entry.sourceTag, let target = entry.targets.first else {
        return nil
      }
      let (heard, translation) = (entry.heard, entry.text(in: target))
      guard !heard.isEmpty, !translation.isEmpty else { return nil }
      return PastTurn(source: source, text: heard, target: target, translation: translation)
    }
  }

  /// A service asked to wait: the seconds that are left are counted down on the screen.
  public var isCountingDown: Bool { entries.contains { !$0.stage.isOver && $0.retryAt != nil } }
}
