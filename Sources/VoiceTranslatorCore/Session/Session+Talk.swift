/// The life of a take: from the press of the talk key to the complete recording.
extension Session {
  /// A take shorter than this holds no word: it was a slip of the finger, and is thrown away with a word.
  static let shortestTake = SpeechFormat.samples(in: .milliseconds(80))

  mutating func beginTurn(at now: Moment) -> [Effect] {
    guard talk == .idle else { return [] }
    guard !sound.isMicrophoneMuted else {
      notice = Notice("The microphone is muted.", remedy: "Press m to open it.")
      return []
    }
    let id = newTurnID
    entries.append(TranscriptEntry(id: id, at: now, source: source, targets: targets))
    talk = .recording(id, since: now.uptime, take: .held, isReal: false)
    notice = nil
    overlay = nil
    scroll = 0
    secondsLeft = nil
    // Always: speech of an earlier turn may be about to start.
    return endPause() + [.stopSpeech, .beginTurn(id, request)]
  }

  var newTurnID: Turn.ID { Turn.ID((entries.last?.id.number ?? 0) + 1) }

  mutating func setTake(_ take: Take) -> [Effect] {
    guard case .recording(let id, let since, _, let isReal) = talk else { return [] }
    talk = .recording(id, since: since, take: take, isReal: isReal)
    return []
  }

  mutating func endTake(at now: Moment) -> [Effect] {
    guard let id = recordingTurn else { return [] }
    talk = .idle
    secondsLeft = nil
    change(id) { $0.release(at: now.uptime) }
    return [.completeUtterance(id), .allowSpeech]
  }

  mutating func discardTake() -> [Effect] {
    guard let id = recordingTurn else { return [] }
    talk = .idle
    secondsLeft = nil
    entries.removeAll { $0.id == id }
    notice = Notice("Recording discarded.", isError: false)
    return [.discardTurn(id), .allowSpeech]
  }

  mutating func recordingBegan(_ id: Turn.ID, at now: Moment) {
    if case .recording(id, let since, let take, _) = talk {
      talk = .recording(id, since: since, take: take, isReal: true)
    }
    change(id) { $0.mark(.firstSample, at: now.uptime) }
  }

  mutating func recordingCompleted(_ id: Turn.ID, samples: Int, peak: Int, at now: Moment) {
    // The microphone may have ended the recording, not the user.
    if recordingTurn == id { talk = .idle }
    change(id) { $0.release(at: now.uptime) }
    if samples > 0 && peak <= Utterance.silentPeak {
      notice = Notice(
        "The microphone gave nothing but silence: nothing was sent.",
        remedy: "Check that it is not muted, or choose another one with d.")
    }
  }

  /// What the next turn asks for.
  var request: TurnRequest {
    TurnRequest(
      source: source, targets: targets, wantsSpeech: !isSpeechMuted, voices: preferences.voices,
      speed: preferences.speed)
  }
}
