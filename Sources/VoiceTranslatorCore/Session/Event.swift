/// What can happen to a session, in the past tense.
public enum Event: Sendable, Equatable {
  /// The talk key began a take.
  case talkStarted
  /// The talk key of side B began a take.
  case talkStartedBySideB
  /// The take goes on without the key, until the next tap.
  case talkLatched
  /// What looked latched turned out to be a held key.
  case talkHeld
  /// The take ended by the user's hand or by the limit.
  case talkEnded
  /// The user threw the take away.
  case talkDiscarded
  /// Someone began to speak, hands-free.
  case voiceBegan
  /// The speaker paused, hands-free; without words it was only a sound.
  case voiceEnded(hasWords: Bool)
  /// The recording will end by itself in so many whole seconds.
  case talkLimitNear(Int)
  /// A key that is no talk key was pressed.
  case key(Key)
  /// The user asked for something.
  case command(Command)
  /// The user pasted text.
  case typed(String)
  /// The mouse wheel turned by so many notches, up negative.
  case wheel(Int)
  /// The terminal has so many columns and rows.
  case resized(columns: Int, rows: Int)

  /// The utterance has its first sample: recording is really happening.
  case recordingBegan(Turn.ID)
  /// The utterance is complete, with so many samples, none louder than `peak` (0...32768).
  case recordingCompleted(Turn.ID, samples: Int, peak: Int)
  /// The microphone's condition changed.
  case microphone(MicrophoneState)
  /// The current backend's condition changed.
  case backend(BackendState)
  /// The current backend said what it can do.
  case capabilities(Capabilities)

  /// The backend had something to say about a turn.
  case output(Turn.ID, TurnOutput)
  /// The backend is done with a turn.
  case turnEnded(Turn.ID)
  /// The backend gave a turn up; `kept` when the recording waits on disk, `mayPass` when it may succeed unchanged later.
  case turnFailed(Turn.ID, Notice, kept: Bool, mayPass: Bool = false)
  /// A turn that had failed is sent again.
  case turnResumed(Turn.ID)
  /// A recording of an earlier run waits to be sent.
  case recordingFound(WaitingRecording)
  /// So many turns wait to be sent again.
  case waiting(Int)
  /// What waits may be tried again.
  case retryDue
  /// The first sample of a turn's speech went to the speaker.
  case speechStarted(Turn.ID)
  /// All of a turn's speech was played (or it was stopped).
  case speechEnded(Turn.ID)

  /// The history answered.
  case history(HistoryAnswer)
  /// Something worth a line of its own.
  case noticed(Notice)
  /// The configuration's file changed.
  case configurationChanged
  /// The configuration changed while the program runs: new wishes, and the languages where these changed.
  case configured(Session.Preferences, source: SourceLanguage?, targets: [LanguageTag]?)
}

/// The microphone's condition.
public enum MicrophoneState: Sendable, Equatable {
  /// Being opened.
  case opening
  /// Open and listening into the pre-roll; the device's name.
  case warm(String)
  /// Closed until the talk key is pressed; the device's name.
  case cold(String)
  /// Not usable.
  case missing
}

/// The current backend's condition.
public enum BackendState: Sendable, Equatable {
  /// Getting ready; progress 0...1 when known.
  case loading(progress: Double?)
  /// Turns run.
  case ready
  /// Turns would fail; in a word or two, for the header.
  case failing(String)
}
