/// How a turn moves as its backend speaks.
extension TranscriptEntry {
  /// Takes in what the backend said.
  public mutating func take(_ output: TurnOutput, at time: Duration) {
    switch output {
    case .routes(let routes): self.routes = routes
    case .recognized(let hypothesis):
      upsert(hypothesis)
      if !hypothesis.isFinal { mark(.firstPartial, at: time) }
      if stage == .sending { move(to: .recognizing) }
      // Another segment may follow: only the backend's end is the end.
      if isHeardFinal && stage == .recognizing && !targets.isEmpty { move(to: .translating) }
    case .detected(let tag, _): detected = tag
    case .translated(let translation):
      upsert(translation)
      if !translation.text.isEmpty { mark(.firstTranslated, at: time) }
      if stage == .translating && targets.allSatisfy(isFinal(in:)) { move(to: .speaking) }
    case .speech: mark(.firstSpeech, at: time)
    case .nothingHeard(let silence): conclude(.nothingHeard(silence))
    case .problem(let problem): problems.append(problem)
    case .milestone(let milestone):
      mark(milestone, at: time)
      if milestone == .inputSent && stage == .sending { move(to: .recognizing) }
      retryAt = nil
    case .handedOver(let handover): take(handover)
    case .retrying(let pause): retryAt = time + pause
    }
  }

  /// The backend is done; speech may still be playing.
  public mutating func end(at time: Duration) {
    mark(.finished, at: time)
    if !stage.isOver { answered() }
  }
}

extension Notice {
  /// One backend stood in for by another.
  public init(_ handover: Handover) {
    let what = handover.stage.map { " while it was to \($0.rawValue)" } ?? ""
    self.init(
      "The backend '\(handover.from)' \(handover.reason)\(what).", remedy: "'\(handover.to)' goes on.",
      isError: false)
  }
}
