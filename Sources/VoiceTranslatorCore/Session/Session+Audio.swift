/// What the keys for sound do: mute, pause, volume, speed, devices, waiting recordings.
extension Session {
  mutating func muteMicrophone(at now: Moment) -> [Effect] {
    sound.isMicrophoneMuted.toggle()
    let ending = sound.isMicrophoneMuted ? endTake(at: now) : []
    return ending + [.muteMicrophone(sound.isMicrophoneMuted)]
  }

  mutating func pauseSpeech() -> [Effect] {
    guard speaking != nil || sound.isPaused else {
      notice = Notice("Nothing is being spoken.", isError: false)
      return []
    }
    sound.isPaused.toggle()
    return [.pauseSpeech(sound.isPaused)]
  }

  /// Speech that was stopped doesn't leave the next one paused.
  mutating func endPause() -> [Effect] {
    guard sound.isPaused else { return [] }
    sound.isPaused = false
    return [.pauseSpeech(false)]
  }

  mutating func changeVolume(by steps: Int) -> [Effect] {
    sound.changeVolume(by: steps)
    notice = Notice("Volume \(sound.volume) %.", isError: false)
    return [.setVolume(percent: sound.volume)]
  }

  mutating func changeSpeed(by steps: Int) -> [Effect] {
    sound.changeSpeed(by: steps)
    notice = Notice("Speech is played at \(sound.speed) % of its speed.", isError: false)
    return [.setPlaybackSpeed(percent: sound.speed)]
  }

  // MARK: devices

  mutating func openDevices() -> [Effect] {
    devices.show(.capture)
    devices.report = nil
    overlay = .devices
    return [.listDevices]
  }

  mutating func takeInDevices(_ key: Key, _ command: Command?) -> [Effect] {
    if key.shortcut == "t" { return testDevice() }
    if command == .devices || command == .quit { overlay = nil }
    return []
  }

  mutating func chooseDevice() -> [Effect] {
    guard let device = devices.current else { return [] }
    devices.chosen[devices.side] = device.id
    return [.useDevice(devices.side, id: device.id), .saveChoices]
  }

  private mutating func testDevice() -> [Effect] {
    guard recordingTurn == nil, let device = devices.current else { return [] }
    devices.report =
      devices.side == .capture ? "Speak: two seconds are recorded and played." : "A tone is played."
    return [.stopSpeech, .allowSpeech, .testDevice(devices.side, id: device.id)]
  }

  mutating func listed(_ side: DeviceList.Side, _ found: [AudioDevice]) {
    switch side {
    case .capture: devices.capture = found
    case .playback: devices.playback = found
    }
    if side == devices.side { devices.show(side) }
  }

  // MARK: waiting recordings

  mutating func openUnsent() -> [Effect] {
    unsent = UnsentList()
    overlay = .unsent
    return [.listUnsent]
  }

  mutating func takeInUnsent(_ key: Key, _ command: Command?) -> [Effect] {
    if key.code == .delete || key.code == .backspace { return deleteUnsent() }
    guard let recording = unsent.current, let letter = key.shortcut else {
      if command == .unsent || command == .quit { overlay = nil }
      return []
    }
    switch letter {
    case "p": return [.stopSpeech, .allowSpeech, .playUnsent(recording.name)]
    case "s": return [.saveUnsent(recording.name)]
    default:
      if command == .unsent || command == .quit { overlay = nil }
      return []
    }
  }

  /// The chosen recording's turn goes on where it failed; one that has none becomes a turn of its own, with the
  /// languages it waits for.
  mutating func sendUnsent(at now: Moment) -> [Effect] {
    guard recordingTurn == nil, let recording = unsent.current else { return [] }
    if let turn = recording.turn {
      overlay = nil
      return [.sendWaiting(turn)]
    }
    let request = request(
      from: recording.source ?? source, to: recording.targets.isEmpty ? targets : recording.targets)
    let id = append(request, at: now) { $0.release(at: now.uptime) }
    overlay = nil
    return [.sendUnsent(id, recording.name, request)]
  }

  /// What someone said is deleted only when it is asked for twice.
  private mutating func deleteUnsent() -> [Effect] {
    guard let recording = unsent.current else { return [] }
    guard unsent.doomed == recording.name else {
      unsent.doomed = recording.name
      return []
    }
    return [.deleteUnsent(recording.name)]
  }

  mutating func listed(_ recordings: [UnsentRecording]) {
    unsent.rows = recordings
    unsent.move(by: 0)
  }
}
