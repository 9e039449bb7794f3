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

  mutating func performInDevices(_ command: Command) -> [Effect] {
    switch command {
    case .up: devices.move(by: -1)
    case .down: devices.move(by: 1)
    case .pageUp, .first: devices.move(by: -.max / 2)
    case .pageDown, .last: devices.move(by: .max / 2)
    case .sources: devices.show(.capture)
    case .targets: devices.show(.playback)
    case .accept:
      guard let device = devices.current else { return [] }
      devices.chosen[devices.side] = device.id
      return [.useDevice(devices.side, id: device.id), .saveChoices]
    case .times:
      guard recordingTurn == nil, let device = devices.current else { return [] }
      devices.report =
        devices.side == .capture ? "Speak: two seconds are recorded and played…" : "A tone is played…"
      return [.stopSpeech, .allowSpeech, .testDevice(devices.side, id: device.id)]
    case .dismiss, .devices, .interrupt, .quit: overlay = nil
    default: break
    }
    return []
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

  mutating func performInUnsent(_ command: Command, at now: Moment) -> [Effect] {
    switch command {
    case .up: unsent.move(by: -1)
    case .down: unsent.move(by: 1)
    case .pageUp, .first: unsent.move(by: -.max / 2)
    case .pageDown, .last: unsent.move(by: .max / 2)
    case .dismiss, .unsent, .interrupt, .quit: overlay = nil
    case .accept: return sendUnsent(at: now)
    case .pauseSpeech: return unsent.current.map { [.stopSpeech, .allowSpeech, .playUnsent($0.name)] } ?? []
    case .save: return unsent.current.map { [.saveUnsent($0.name)] } ?? []
    case .delete, .erase: return deleteUnsent()
    default: break
    }
    return []
  }

  /// The chosen recording becomes a turn of its own, with the languages it waits for.
  private mutating func sendUnsent(at now: Moment) -> [Effect] {
    guard recordingTurn == nil, let recording = unsent.current else { return [] }
    var request = request
    request.source = recording.source ?? request.source
    if !recording.targets.isEmpty { request.targets = recording.targets }
    let id = newTurnID
    var entry = TranscriptEntry(id: id, at: now, source: request.source, targets: request.targets)
    entry.release(at: now.uptime)
    entries.append(entry)
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
