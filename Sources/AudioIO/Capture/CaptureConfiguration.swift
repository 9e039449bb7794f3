public import VoiceTranslatorCore

/// How the microphone is used.
public struct CaptureConfiguration: Sendable {
  /// The device, as ALSA names it.
  public var device = "default"
  /// How much from before ``Recorder/begin(_:spoolingTo:)`` precedes a recording.
  public var preRoll: Duration = .milliseconds(300)
  /// How much after ``Recorder/end(sinceRelease:)`` is still recorded; silence cuts it short.
  public var hangover: Duration = .milliseconds(200)
  /// The device stays open between recordings.
  public var isWarm = true
  /// Called first on every thread that is created here.
  public var onThreadStart: @Sendable () -> Void = {}

  /// The usual way.
  public init() {}
}

/// What a recorder has to tell, on threads of its own.
public enum RecorderEvent: Sendable, Equatable {
  /// The device is open and gives samples; the name people know.
  case opened(device: String)
  /// The device was closed on purpose; the next recording opens it.
  case closed(device: String)
  /// The utterance has its first sample.
  case firstSample(Turn.ID)
  /// The utterance is complete. `peak`: its loudest sample, 0...32768.
  case completed(Turn.ID, samples: Int, peak: Int)
  /// Someone began to speak; told only while listening.
  case voiceBegan
  /// The speaker paused; without words it was only a sound.
  case voiceEnded(hasWords: Bool)
  /// About so many samples were lost within a recording (an xrun or a suspended device), at a position.
  case gap(Turn.ID, at: Int, samples: Int)
  /// The device can't be used now; it is tried again by itself.
  case failed(AudioError)
  /// The recording can't be kept on disk; it goes on in memory.
  case spoolFailed(Turn.ID, reason: String)
}
