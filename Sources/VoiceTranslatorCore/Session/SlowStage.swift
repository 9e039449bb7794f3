extension TranscriptEntry {
  /// From here on a stage is called slow: people begin to wonder.
  static let slow = Duration.seconds(2)

  /// The stage that the turn waits for, and since when nothing else was waited for; nil when the turn is over or is
  /// being recorded.
  var waiting: (word: String, since: Duration)? {
    guard stage != .recording, let word = stage.word else { return nil }
    let before: [Milestone] =
      switch stage {
      case .sending: [.released]
      case .recognizing: [.released, .inputSent]
      case .translating: [.released, .inputSent, .recognized]
      default: [.released, .inputSent, .recognized, .translated]
      }
    return (word, before.compactMap { milestones[$0] }.max() ?? began.uptime)
  }

  /// `recognising 3 s, slow`: the stage that is waited for, by name, once it takes long.
  func slowWord(at now: Duration) -> String? {
    guard let waiting, now - waiting.since >= Self.slow else { return nil }
    return "\(waiting.word) \((now - waiting.since).components.seconds) s, slow"
  }
}
