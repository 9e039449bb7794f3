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
  /// Play nothing from now on, keeping what comes: someone began to speak, hands-free.
  case holdSpeech
  /// Tell when someone speaks and pauses; or no longer.
  case listen(Bool)
  /// Speech may play again, what came meanwhile first: nobody is recording.
  case allowSpeech
  /// Speak a turn's translation again, from the speech that was kept; if none is, run the text turns.
  case replay(Turn.ID, orRun: [TextTurn])
  /// Run a turn on text.
  case run(TextTurn)
  /// Put text into the clipboard.
  case copy(String)
  /// From now on, keep nothing on disk; or keep it again.
  case setPrivate(Bool)
  /// The next turns belong to a new conversation.
  case beginConversation
  /// Ask the history for something.
  case history(HistoryRequest)
  /// Draw the whole screen anew.
  case redraw
  /// Give the terminal to the shell and stop.
  case suspend
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
  /// A recording of an earlier run waits under this name; it is this turn from now on.
  case adopt(Turn.ID, recording: String)
  /// Send a turn that waits; nil: all of them, in order.
  case sendWaiting(Turn.ID?)
  /// Remember the languages for the next start.
  case saveChoices
  /// Leave the program.
  case quit
}

/// A turn that needs no microphone.
public struct TextTurn: Sendable, Equatable {
  /// Where the text enters the backend.
  public enum Input: Sendable, Equatable {
    /// Translate and speak it.
    case text(String)
    /// It is in the target language already: speak it.
    case translation(String)
  }

  /// The turn.
  public let id: Turn.ID
  /// The text.
  public let input: Input
  /// What is to be made of it.
  public let request: TurnRequest
}
