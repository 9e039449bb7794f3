import AudioIO
import VoiceTranslatorCore

extension Notice {
  /// Why a file is no recording that can be translated, and what to do about it.
  init(_ error: WAVEError) {
    switch error {
    case .empty: self.init("The recording is empty.", remedy: "Record it anew.")
    case .notAWAVE(let found):
      self.init(
        "This is no WAV file\(found.map { ", but \($0)" } ?? "").",
        remedy: "Convert it first, for example with sox or ffmpeg.")
    case .damaged(let why): self.init("The WAV file is damaged: \(why).", remedy: "Record or export it anew.")
    case .unsupported(let tag, let bits):
      self.init(
        "The WAV file has an encoding that isn't read here (format \(tag), \(bits) bits).",
        remedy: "Export it as 16-bit PCM.")
    }
  }
}
