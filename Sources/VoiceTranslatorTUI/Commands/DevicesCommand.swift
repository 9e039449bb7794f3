import AudioIO
import VoiceTranslatorCore

/// `voice-translator devices`: microphones and speakers, their tests, and the choice that is remembered.
enum DevicesCommand {
  static func run(_ invocation: Invocation, _ context: ProgramContext) -> ExitStatus {
    let words = invocation.operands
    let side = words.dropFirst().first.flatMap { sides[$0] }
    switch (words.first ?? "list", side, words.count) {
    case ("list", _, ...1): return list(context)
    case ("test", let side?, 2...3): return test(side, words.dropFirst(2).first, context)
    case ("use", let side?, 3): return use(side, words[2], context)
    default:
      Output.note("voice-translator: \(CommandName.devices.usage)")
      return .usage
    }
  }

  private static let sides: [String: DeviceList.Side] = ["microphone": .capture, "speaker": .playback]

  private static func list(_ context: ProgramContext) -> ExitStatus {
    for (title, side, chosen) in [
      ("Microphones (--capture)", DeviceList.Side.capture, context.captureDevice),
      ("Speakers (--playback)", .playback, context.playbackDevice),
    ] {
      Output.result("\(title):")
      let devices = Devices.list(side.direction)
      if devices.isEmpty { Output.result("  none") }
      for device in devices {
        let mark = device.id == chosen ? "*" : " "
        Output.result("\(mark) \(Sanitizer.line(device.id))\t\(Sanitizer.line(device.name))")
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
