import AudioIO
import CTerm
import VoiceTranslatorCore

extension Mailbox {
  /// What the recorder tells, in the session's words.
  func post(_ event: RecorderEvent) {
    switch event {
    case .opened(let device): post(microphone: device) { .warm($0) }
    case .closed(let device): post(microphone: device) { .cold($0) }
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

  /// The name people know takes a question to the sound server, which the device's thread must not wait for.
  private func post(microphone device: String, _ state: @escaping @Sendable (String) -> MicrophoneState) {
    guard device != "default" else { return post(.microphone(state(device))) }
    let isStarted = Thread.start { [self] in
      post(.microphone(state(Sanitizer.line(Devices.name(of: device, .capture)))))
    }
    if !isStarted { post(.microphone(state(Sanitizer.line(device)))) }
  }

  /// Nobody spoke in a recording, so nothing of it was sent.
  func postNothingSaid(in turn: Turn.ID, isSilent: Bool, isKept: Bool) {
    post(.output(turn, .nothingHeard(isSilent ? .silence : .noSpeech)))
    post(.speechEnded(turn))
    post(.turnEnded(turn))
    // Of silence the session tells by itself.
    guard !isSilent else { return }
    post(
      .noticed(
        Notice(
          "No speech was found in the recording: nothing was sent.",
          remedy: isKept ? "Press u to send it all the same." : "Speak closer to the microphone.",
          isError: false)))
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
  func captureConfiguration(_ echo: EchoPath) -> CaptureConfiguration {
    var capture = CaptureConfiguration()
    capture.device = captureDevice
    capture.preRoll = configuration.preRoll
    capture.hangover = configuration.hangover
    capture.isWarm = configuration.isMicrophoneWarm
    capture.echo = echo
    capture.echoRule = configuration.cancelsEcho ? .cancel : configuration.isHalfDuplex ? .drop : .keep
    capture.onThreadStart = { ct_guard_thread() }
    return capture
  }

  func playbackConfiguration(_ echo: EchoPath = EchoPath()) -> PlaybackConfiguration {
    var playback = PlaybackConfiguration()
    playback.device = playbackDevice
    playback.leadIn = configuration.leadIn
    playback.volume = configuration.volume
    playback.speed = configuration.playbackSpeed
    playback.echo = echo
    playback.onThreadStart = { ct_guard_thread() }
    return playback
  }

  /// The microphone: configured, else the last choice.
  var captureDevice: String { configuration.capture ?? choices.capture ?? "default" }

  /// The speaker: configured, else the last choice.
  var playbackDevice: String { configuration.playback ?? choices.playback ?? "default" }
}
