/// What the program must do because of an event, in the imperative.
public enum Effect: Sendable, Equatable {
  /// Record into a new utterance and run the turn on it.
  case beginTurn(Turn.ID, TurnRequest)
  /// The languages changed while recording: run the turn anew on the same utterance, from its first sample.
  case restartTurn(Turn.ID, TurnRequest)
  /// The speaker has finished: add the hangover and complete the utterance.
  case completeUtterance(Turn.ID)
  /// Stop recording and throw the utterance and its turn away.
  case discardTurn(Turn.ID)
  /// Stop the turn at the backend, keeping its recording.
  case cancelTurn(Turn.ID)
  /// Stop playing at once and forget what was queued.
  case stopSpeech
  /// Speech may play again, what came meanwhile first: nobody is recording.
  case allowSpeech
  /// Speak a turn's translation again.
  case replay(Turn.ID)
  /// A recording of an earlier run waits under this name; it is this turn from now on.
  case adopt(Turn.ID, recording: String)
  /// Send everything that waits, in order.
  case sendWaiting
  /// Remember the languages for the next start.
  case saveChoices
  /// Leave the program.
  case quit
}
