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
  /// Close the microphone (true) or open it again.
  case muteMicrophone(Bool)
  /// Let the speech wait (true) or go on.
  case pauseSpeech(Bool)
  /// Play speech this loud.
  case setVolume(percent: Int)
  /// Play speech this fast.
  case setPlaybackSpeed(percent: Int)
  /// Find the microphones and speakers.
  case listDevices
  /// Use another microphone or speaker from now on.
  case useDevice(DeviceList.Side, id: String)
  /// Try a microphone or speaker out.
  case testDevice(DeviceList.Side, id: String)
  /// Find the recordings that wait.
  case listUnsent
  /// Run a turn on a recording that waits.
  case sendUnsent(Turn.ID, String, TurnRequest)
  /// Play a recording that waits.
  case playUnsent(String)
  /// Copy a recording that waits to where the user finds it.
  case saveUnsent(String)
  /// Forget a recording that waits.
  case deleteUnsent(String)
  /// Remember the choices for the next start.
  case saveChoices
  /// Leave the program.
  case quit
}
