extension Session {
  /// A turn that was run for an entry after the one that the entry began with.
  struct Errand: Sendable, Equatable {
    enum Purpose: Sendable, Equatable {
      /// The entry's texts anew, after a correction.
      case text
      /// Only its speech.
      case speech
      /// The translation into this language, translated back.
      case back(LanguageTag)
    }

    var entry: Turn.ID
    var purpose: Purpose
  }

  mutating func take(_ output: TurnOutput, of id: Turn.ID, at now: Moment) -> [Effect] {
    switch errands[id]?.purpose {
    case .speech?: break
    case .back(let target)?:
      guard case .translated(let translation) = output, let entry = errands[id]?.entry,
        let index = transcript.index(of: entry)
      else { return [] }
      transcript.change(at: index) { $0.backTranslations[target] = translation.text }
    case .text?, nil:
      if case .handedOver(let handover) = output { notice = Notice(handover) }
      change(id) { $0.take(output, at: now.uptime) }
      if case .detected(let tag, _) = output { return turnToDetected(tag, of: id) }
    }
    return []
  }

  mutating func turnEnded(_ id: Turn.ID, at now: Moment) {
    change(id) { $0.end(at: now.uptime) }
    if errands[id]?.purpose != .text { errands[id] = nil }
  }

  mutating func turnFailed(_ id: Turn.ID, _ failure: Notice, kept: Bool) {
    change(id) { $0.conclude(.failed(failure, kept: kept)) }
    if errands[id]?.purpose != .text { errands[id] = nil }
    notice = failure
  }

  /// The entry whose speech plays.
  var speakingEntry: Turn.ID? { speaking.map { errands[$0]?.entry ?? $0 } }
}
