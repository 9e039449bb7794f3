import AudioIO
import CTerm
import VoiceTranslatorCore

extension Mailbox {
  /// What the recorder tells, in the session's words.
  func post(_ event: RecorderEvent) {
    switch event {
    case .opened(let device): post(.microphone(.warm(Sanitizer.line(device))))
    case .closed(let device): post(.microphone(.cold(Sanitizer.line(device))))
    case .firstSample(let turn): post(.recordingBegan(turn))
    case .completed(let turn, let samples, let peak):
      post(.recordingCompleted(turn, samples: samples, peak: peak))
    case .voiceBegan: post(Event.voiceBegan)
    case .voiceEnded(let hasWords): post(Event.voiceEnded(hasWords: hasWords))
    case .gap:
      post(
        .noticed(
          Notice("Samples were lost: the machine could not keep up.", remedy: "Close what keeps it busy.")))
    case .failed(let error):
      post(.microphone(.missing))
      post(.noticed(Notice(error)))
    case .spoolFailed(_, let reason):
      post(
        .noticed(
          Notice(
            "The recording can't be kept on disk: \(reason).",
            remedy: "It is kept in memory; make room before the next one.")))
    }
  }

  /// What the player tells, in the session's words.
  func post(_ event: PlayerEvent) {
    switch event {
    case .started(let turn): post(.speechStarted(turn))
    case .finished(let turn), .stopped(let turn): post(.speechEnded(turn))
    case .failed(let turn, let error):
      post(.speechEnded(turn))
      post(.noticed(Notice(error)))
    }
  }
}

extension ProgramContext {
  var captureConfiguration: CaptureConfiguration {
    var capture = CaptureConfiguration()
    capture.device = configuration.capture
    capture.preRoll = configuration.preRoll
    capture.hangover = configuration.hangover
    capture.isWarm = configuration.isMicrophoneWarm
    capture.onThreadStart = { ct_guard_thread() }
    return capture
  }

  var playbackConfiguration: PlaybackConfiguration {
    var playback = PlaybackConfiguration()
    playback.device = configuration.playback
    playback.onThreadStart = { ct_guard_thread() }
    return playback
  }
}
