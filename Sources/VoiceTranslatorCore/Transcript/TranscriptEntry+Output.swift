/// How a turn moves as its backend speaks.
extension TranscriptEntry {
  /// Takes in what the backend said.
  public mutating func take(_ output: TurnOutput, at time: Duration) {
    switch output {
    case .routes(let routes): self.routes = routes
    case .recognized(let hypothesis):
      upsert(hypothesis)
      if stage == .sending { move(to: .recognizing) }
      if isHeardFinal && stage == .recognizing {
        move(to: targets.isEmpty ? .done : .translating)
      }
    case .detected(let tag, _): detected = tag
    case .translated(let translation):
      upsert(translation)
      if stage == .translating && targets.allSatisfy(isFinal(in:)) { move(to: .speaking) }
    case .speech: mark(.firstSpeech, at: time)
    case .nothingHeard(let silence): conclude(.nothingHeard(silence))
    case .problem(let problem): problems.append(problem)
    case .milestone(let milestone):
      mark(milestone, at: time)
      if milestone == .inputSent && stage == .sending { move(to: .recognizing) }
    }
  }

  /// The backend is done; speech may still be playing.
  public mutating func end(at time: Duration) {
    mark(.finished, at: time)
    if !stage.isOver { answered() }
  }
}
