import VoiceTranslatorCore

/// Sees to it that what is said on the screen is in the history: each turn from its final text on, so that a program
/// that is killed has lost nothing that was read.
struct HistoryFollower {
  let writer: HistoryWriter
  /// Keep recordings too.
  var keepsAudio: Bool

  /// Follows an event that the session has taken in. `samples` gives what was recorded of a turn.
  func follow(
    _ event: Event, _ session: Session, at now: Duration, samples: (Turn.ID) -> [Int16]?
  ) {
    guard let id = turn(of: event), let entry = session.entry(ofTurn: id), !entry.isPrivate,
      let utterance = ConversationUtterance(entry, now: (now, LocalTime.timestamp()))
    else { return }
    writer.record(utterance)
    if keepsAudio, case .turnEnded = event, let samples = samples(id) {
      writer.keep(samples, of: entry.id.number)
    }
  }

  /// The turn that an event changes for good.
  private func turn(of event: Event) -> Turn.ID? {
    switch event {
    case .output(let id, .recognized(let hypothesis)) where hypothesis.isFinal: id
    case .output(let id, .translated(let translation)) where translation.isFinal: id
    case .turnEnded(let id), .turnFailed(let id, _, _, _), .speechStarted(let id): id
    default: nil
    }
  }
}
