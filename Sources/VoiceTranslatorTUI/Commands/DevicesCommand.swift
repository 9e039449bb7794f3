import AudioIO
import VoiceTranslatorCore

/// `voice-translator devices`: microphones and speakers, by the name to choose them with.
enum DevicesCommand {
  /// The shape that `--json` prints.
  struct Listing: Encodable {
    struct Device: Encodable {
      var id: String
      var name: String
    }
    var capture: [Device]
    var playback: [Device]
  }

  static func run(asJSON: Bool) -> ExitStatus {
    func devices(_ direction: AudioError.Direction) -> [Listing.Device] {
      Devices.list(direction).map { .init(id: $0.id, name: $0.name) }
    }
    let listing = Listing(capture: devices(.capture), playback: devices(.playback))
    if asJSON {
      Output.json(listing)
      return .done
    }
    for (title, devices) in [
      ("Microphones (--capture)", listing.capture), ("Speakers (--playback)", listing.playback),
    ] {
      Output.result("\(title):")
      if devices.isEmpty { Output.result("  none") }
      for device in devices {
        Output.result("  \(Sanitizer.line(device.id))\t\(Sanitizer.line(device.name))")
      }
    }
    return .done
  }
}
