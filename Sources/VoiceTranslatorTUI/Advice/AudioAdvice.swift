import AudioIO
import VoiceTranslatorCore

extension Notice {
  /// What an audio error means to the user, and what to do about it.
  init(_ error: AudioError) {
    let isMicrophone = error.direction == .capture
    let other = isMicrophone ? "another microphone with --capture" : "another speaker with --playback"
    let thing = isMicrophone ? "microphone" : "speaker"
    switch error.kind {
    case .deviceNotFound:
      self.init(
        "There is no \(thing) '\(error.device)'.",
        remedy: "Plug one in, or choose \(other); voice-translator devices lists them.")
    case .deviceBusy:
      self.init("Another program is using '\(error.device)'.", remedy: "Close it, or choose \(other).")
    case .deviceLost:
      self.init(
        "The \(thing) '\(error.device)' is gone.",
        remedy: "Plug it in again or start the sound server; it will be taken up by itself.")
    case .permissionDenied:
      self.init(
        "You may not use '\(error.device)'.", remedy: "Add yourself to the group audio and log in again.")
    case .unsupportedFormat:
      self.init(
        isMicrophone
          ? "The microphone '\(error.device)' has no format that can be used."
          : "The speech that came is no audio that can be played\(Self.because(error.detail)).",
        remedy: isMicrophone ? "Choose \(other)." : "Choose another voice or backend.")
    case .serviceUnavailable:
      self.init(
        "The sound server can't be reached.",
        remedy: "Start it (pulseaudio --start, or systemctl --user start pipewire-pulse), or choose \(other)."
      )
    case .failed:
      self.init(
        "The \(thing) '\(error.device)' failed\(Self.because(error.detail)).", remedy: "Choose \(other).")
    }
  }

  static func because(_ detail: String) -> String { detail.isEmpty ? "" : " (\(detail))" }
}
