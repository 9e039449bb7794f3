/// What can happen to a session, in the past tense.
public enum Event: Sendable, Equatable {
  /// The talk key began a take.
  case talkStarted
  /// The take goes on without the key, until the next tap.
  case talkLatched
  /// What looked latched turned out to be a held key.
  case talkHeld
  /// The take ended by the user's hand or by the limit.
  case talkEnded
  /// The user threw the take away.
  case talkDiscarded
  /// The recording will end by itself in so many whole seconds.
  case talkLimitNear(Int)
  /// The user asked for something by a key.
  case command(Command)
  /// The user typed text into the open text field.
  case typed(String)

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
  /// The backend gave a turn up; `kept` when the recording waits on disk.
  case turnFailed(Turn.ID, Notice, kept: Bool)
  /// The first sample of a turn's speech went to the speaker.
  case speechStarted(Turn.ID)
  /// All of a turn's speech was played (or it was stopped).
  case speechEnded(Turn.ID)

  /// These microphones or speakers were found.
  case devicesListed(DeviceList.Side, [AudioDevice])
  /// How the test of a device goes.
  case deviceTested(String)
  /// These recordings wait to be translated.
  case unsentListed([UnsentRecording])

  /// Something worth a line of its own.
  case noticed(Notice)
}

/// What a key can ask for.
public enum Command: String, Sendable, Hashable, CaseIterable {
  /// One row up in the picker.
  case up
  /// One row down in the picker.
  case down
  /// A page up in the picker.
  case pageUp
  /// A page down in the picker.
  case pageDown
  /// The first row of the picker.
  case first
  /// The last row of the picker.
  case last
  /// The picker shows source languages.
  case sources
  /// The picker shows target languages.
  case targets
  /// Start filtering the picker.
  case filter
  /// Erase the last character of the open text field.
  case erase
  /// Accept the open text field or overlay.
  case accept
  /// Exchange source and target.
  case swap
  /// Leave the open field or overlay, stop the speech, clear the message; in this order, one at a time.
  case dismiss
  /// Speak the newest translation again.
  case replay
  /// Close the microphone, or open it again.
  case muteMicrophone
  /// Let the speech wait, or go on.
  case pauseSpeech
  /// Speech is softer.
  case softer
  /// Speech is louder.
  case louder
  /// Speech is slower.
  case slower
  /// Speech is faster.
  case faster
  /// Show the microphones and speakers.
  case devices
  /// Show the recordings that wait to be translated.
  case unsent
  /// Save what the cursor is on.
  case save
  /// Delete what the cursor is on.
  case delete
  /// Mute or unmute the speech.
  case muteSpeech
  /// Show or hide the times per stage.
  case times
  /// Show the keys.
  case help
  /// Scroll the conversation up.
  case scrollUp
  /// Scroll the conversation down.
  case scrollDown
  /// Leave the program, asking first while a turn runs.
  case quit
  /// Stop what runs; a second time within two seconds leaves the program.
  case interrupt
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
