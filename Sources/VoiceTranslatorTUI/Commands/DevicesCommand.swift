import AudioIO
import VoiceTranslatorCore

/// `voice-translator devices`: microphones and speakers, by the name to choose them with.
enum DevicesCommand {
  static func run() -> ExitStatus {
    for (title, direction) in [
      ("Microphones (--capture)", AudioError.Direction.capture), ("Speakers (--playback)", .playback),
    ] {
      Output.result("\(title):")
      let devices = Devices.list(direction)
      if devices.isEmpty { Output.result("  none") }
      for device in devices {
        Output.result("  \(Sanitizer.line(device.id))\t\(Sanitizer.line(device.name))")
      }
    }
    return .done
  }
}
