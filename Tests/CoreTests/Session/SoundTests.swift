import Testing
import VoiceTranslatorCore

/// The keys for sound: what they change, and what is to be done.
@Suite struct SoundTests {
  var session = Session(source: .tag(.english), targets: [.spanish])

  @Test mutating func `a muted microphone records nothing and says so`() {
    #expect(update(.command(.muteMicrophone)) == [.muteMicrophone(true)])
    #expect(update(.talkStarted) == [])
    #expect(session.recordingTurn == nil)
    #expect(session.notice?.text.contains("Press m") == true)
    #expect(update(.command(.muteMicrophone)) == [.muteMicrophone(false)])
    #expect(update(.talkStarted).contains { if case .beginTurn = $0 { true } else { false } })
  }

  @Test mutating func `muting while someone speaks ends the recording, which is sent`() {
    _ = update(.talkStarted)
    #expect(
      update(.command(.muteMicrophone)) == [
        .completeUtterance(Turn.ID(1)), .allowSpeech, .muteMicrophone(true),
      ])
  }

  @Test mutating func `speech is paused only while there is some, and the next isn't paused`() {
    #expect(update(.command(.pauseSpeech)) == [])
    _ = update(.speechStarted(Turn.ID(1)))
    #expect(update(.command(.pauseSpeech)) == [.pauseSpeech(true)])
    #expect(session.sound.isPaused)
    #expect(update(.talkStarted).prefix(2) == [.pauseSpeech(false), .stopSpeech])
  }

  @Test mutating func `volume and speed stay within their limits`() {
    for _ in 0..<30 { _ = update(.command(.softer)) }
    #expect(update(.command(.softer)) == [.setVolume(percent: 0)])
    for _ in 0..<30 { _ = update(.command(.louder)) }
    #expect(update(.command(.louder)) == [.setVolume(percent: 200)])
    for _ in 0..<30 { _ = update(.command(.slower)) }
    #expect(update(.command(.slower)) == [.setPlaybackSpeed(percent: 50)])
    #expect(update(.command(.faster)) == [.setPlaybackSpeed(percent: 60)])
  }

  @Test mutating func `a device is found, tested and chosen`() {
    #expect(update(.command(.devices)) == [.listDevices])
    let devices = [
      AudioDevice(id: "default", name: "default"), AudioDevice(id: "pulse:usb", name: "USB\u{1B}[31m Mic"),
    ]
    _ = update(.devicesListed(.capture, devices))
    #expect(session.devices.rows?[1].name == "USB[31m Mic" || session.devices.rows?[1].name == "USB Mic")
    _ = press(.down)
    #expect(
      press("t") == [.stopSpeech, .allowSpeech, .testDevice(.capture, id: "pulse:usb")])
    #expect(press(.enter) == [.useDevice(.capture, id: "pulse:usb"), .saveChoices])
    _ = update(.devicesListed(.playback, [devices[0]]))
    _ = press(.right)
    #expect(press(.enter) == [.useDevice(.playback, id: "default"), .saveChoices])
    _ = press(.escape)
    #expect(session.overlay == nil)
  }

  @Test mutating func `a waiting recording is sent with its own languages`() {
    _ = update(.command(.unsent))
    _ = update(.unsentListed([waiting("one"), waiting("two")]))
    _ = press(.down)
    guard case .sendUnsent(let id, let name, let request)? = press(.enter).first else {
      Issue.record("nothing is sent")
      return
    }
    #expect(name == "two" && request.source == .tag(.spanish) && request.targets == [.english])
    #expect(session.entries.last?.id == id && session.entries.last?.stage == .sending)
  }

  @Test mutating func `what was said is deleted only when it is asked for twice`() {
    _ = update(.command(.unsent))
    _ = update(.unsentListed([waiting("one"), waiting("two")]))
    #expect(press(.delete) == [])
    _ = press(.down)
    #expect(press(.delete) == [])
    #expect(press(.delete) == [.deleteUnsent("two")])
    #expect(press("p").last == .playUnsent("two"))
    #expect(press("s") == [.saveUnsent("two")])
  }

  private func waiting(_ name: String) -> UnsentRecording {
    UnsentRecording(name: name, duration: .seconds(2), source: .tag(.spanish), targets: [.english])
  }

  private mutating func press(_ code: Key.Code) -> [Effect] { update(.key(Key(code))) }

  private mutating func press(_ letter: Character) -> [Effect] {
    update(.key(Key(.character(letter), text: String(letter))))
  }

  private mutating func update(_ event: Event) -> [Effect] {
    session.update(event, at: Moment(uptime: .seconds(1), clock: ClockTime(hour: 1, minute: 2)))
  }
}
