import AudioIO
import Glibc
import VoiceTranslatorCore

/// Carries out what the keys for sound ask for: mute, volume, pause, the devices and their tests.
///
/// Called by the loop on the main thread. Whatever asks a device or a sound server runs on a thread of its own, which
/// may take as long as the server does.
final class SoundEffects {
  private let recorder: Recorder
  private let player: Player
  private let mailbox: Mailbox
  private var isMuted = false

  /// How long a device takes at most to be closed for a test.
  private static let closing = Duration.milliseconds(300)

  init(recorder: Recorder, player: Player, mailbox: Mailbox) {
    self.recorder = recorder
    self.player = player
    self.mailbox = mailbox
  }

  /// Carries out an effect that concerns sound; others are nobody's here. `output`: the speaker that is used.
  func carryOut(_ effect: Effect, output: String) {
    switch effect {
    case .muteMicrophone(let isMuted): muteMicrophone(isMuted)
    case .pauseSpeech(let isPaused): player.setPaused(isPaused)
    case .setVolume(let percent): player.setVolume(Double(percent) / 100)
    case .setPlaybackSpeed(let percent): player.setSpeed(Double(percent) / 100)
    case .listDevices: listDevices()
    case .useDevice(let side, let id): use(side, id)
    case .testDevice(let side, let id): test(side, id, output: output)
    default: break
    }
  }

  private func muteMicrophone(_ isMuted: Bool) {
    self.isMuted = isMuted
    if isMuted { recorder.pause() } else { recorder.resume() }
  }

  /// The program leaves the front, or comes back to it.
  func pauseMicrophone() { recorder.pause() }
  func resumeMicrophone() { if !isMuted { recorder.resume() } }

  private func listDevices() {
    for side in DeviceList.Side.allCases {
      Thread.start { [mailbox] in
        let devices = Devices.list(side.direction).map { AudioDevice(id: $0.id, name: $0.name) }
        mailbox.post(.devicesListed(side, devices))
      }
    }
  }

  private func use(_ side: DeviceList.Side, _ id: String) {
    switch side {
    case .capture: recorder.use(device: id)
    case .playback: player.use(device: id)
    }
  }

  /// Tries a device out; a microphone is heard through the speaker `output`.
  private func test(_ side: DeviceList.Side, _ id: String, output: String) {
    let isOpen = !isMuted
    if side == .capture { recorder.pause() }
    let isStarted = Thread.start { [mailbox, recorder] in
      mailbox.post(.deviceTested(Self.report(side, id, output)))
      if side == .capture, isOpen { recorder.resume() }
    }
    if !isStarted { mailbox.post(.deviceTested("The system has no thread to give.")) }
  }

  private static func report(_ side: DeviceList.Side, _ id: String, _ output: String) -> String {
    do throws(AudioError) {
      switch side {
      case .capture:
        // Hardware is opened by one at a time.
        usleep(UInt32(closing / .microseconds(1)))
        let condition = try DeviceTest.listen(to: id, playingOn: output)
        return "The microphone is heard: \(condition?.words ?? "fine")."
      case .playback:
        try DeviceTest.tone(on: id)
        return "The tone was played."
      }
    } catch {
      return Notice(error).text
    }
  }
}

extension DeviceList.Side {
  var direction: AudioError.Direction { self == .capture ? .capture : .playback }
}
