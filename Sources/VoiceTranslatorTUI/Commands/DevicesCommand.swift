import AudioIO
import VoiceTranslatorCore

/// `voice-translator devices`: microphones and speakers, their tests, and the choice that is remembered.
enum DevicesCommand {
  /// The shape that `--json` prints.
  struct Listing: Encodable {
    struct Device: Encodable {
      var id: String
      var name: String
      var chosen: Bool
    }
    var capture: [Device]
    var playback: [Device]
  }

  static func run(_ invocation: Invocation, _ context: ProgramContext) -> ExitStatus {
    let words = invocation.operands
    guard invocation.verb == "list" || !invocation.has("--json") else {
      Output.note("voice-translator: --json belongs to devices list. Leave it out.")
      return .usage
    }
    guard invocation.verb != "list" else { return list(context, asJSON: invocation.has("--json")) }
    guard let side = sides[words[0]] else {
      Output.note(
        "voice-translator: '\(Sanitizer.line(words[0]))' is no kind of device. Write microphone or speaker.")
      return .usage
    }
    return invocation.verb == "use"
      ? use(side, words[1], context) : test(side, words.dropFirst().first, context)
  }

  private static let sides: [String: DeviceList.Side] = ["microphone": .capture, "speaker": .playback]

  private static func list(_ context: ProgramContext, asJSON: Bool) -> ExitStatus {
    func devices(_ direction: AudioError.Direction, chosen: String) -> [Listing.Device] {
      Devices.list(direction).map { .init(id: $0.id, name: $0.name, chosen: $0.id == chosen) }
    }
    let listing = Listing(
      capture: devices(.capture, chosen: context.captureDevice),
      playback: devices(.playback, chosen: context.playbackDevice))
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
        Output.result(
          "\(device.chosen ? "*" : " ") \(Sanitizer.line(device.id))\t\(Sanitizer.line(device.name))")
      }
    }
    return .done
  }

  private static func test(_ side: DeviceList.Side, _ id: String?, _ context: ProgramContext) -> ExitStatus {
    do throws(AudioError) {
      switch side {
      case .capture:
        Output.note("Speak: two seconds are recorded and played.")
        let condition = try DeviceTest.listen(
          to: id ?? context.captureDevice, playingOn: context.playbackDevice)
        Output.result("The microphone is heard: \(condition?.words ?? "fine").")
        return condition == .absent ? .failed : .done
      case .playback:
        try DeviceTest.tone(on: id ?? context.playbackDevice)
        Output.result("The tone was played.")
        return .done
      }
    } catch {
      Output.note(Notice(error))
      return .failed
    }
  }

  /// Remembers a device for the next starts, as choosing it on the screen does.
  private static func use(_ side: DeviceList.Side, _ id: String, _ context: ProgramContext) -> ExitStatus {
    guard id == "default" || Devices.list(side.direction).contains(where: { $0.id == id }) else {
      Output.note(Notice(AudioError(.deviceNotFound, side.direction, device: id)))
      return .failed
    }
    var choices = context.choices
    switch side {
    case .capture: choices.capture = id
    case .playback: choices.playback = id
    }
    do throws(Folder.Failure) {
      try Folder.makePrivate(context.paths.state)
    } catch {
      Output.note(Notice("\(error.path) can't be used: \(error.reason).", remedy: "Make it writable."))
      return .failed
    }
    guard PrivateFile.replace(context.paths.choicesFile, with: choices.text) else {
      Output.note(
        Notice("\(context.paths.choicesFile) can't be written.", remedy: "Make room, or make it writable."))
      return .failed
    }
    return .done
  }
}
