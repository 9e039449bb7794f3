/// The life of a take: from the press of the talk key to the complete recording.
extension Session {
  /// A take shorter than this holds no word: it was a slip of the finger, and is thrown away with a word.
  static let shortestTake = SpeechFormat.samples(in: .milliseconds(80))

  mutating func beginTurn(_ side: Side, at now: Moment) -> [Effect] {
    guard talk == .idle else { return [] }
    guard !sound.isMicrophoneMuted else {
      notice = Notice(
        "The microphone is muted.",
        remedy: "Press \(preferences.bindings.label(of: .muteMicrophone)) to open it.")
      return []
    }
    var request = request(of: side)
    request.context = pastTurns
    let id = append(request, at: now) { $0.side = side }
    talk = .recording(id, since: now.uptime, take: .held, isReal: false)
    notice = nil
    field = nil
    if overlay != .bigText { overlay = nil }
    secondsLeft = nil
    for tag in request.targets.reversed() + [request.source.tag].compactMap(\.self) { picker.remember(tag) }
    // Always: speech of an earlier turn may be about to start.
    return endPause() + [.stopSpeech, .beginTurn(id, request)]
  }

  /// Adds an entry for a turn that begins now, and shows it.
  mutating func append(
    _ request: TurnRequest, at now: Moment, _ body: (inout TranscriptEntry) -> Void
  ) -> Turn.ID {
    let id = nextTurn()
    var entry = TranscriptEntry(id: id, at: now, source: request.source, targets: request.targets)
    entry.isPrivate = isPrivate
    body(&entry)
    transcript.append(entry)
    scroll = .newest
    focus = .talk
    return id
  }

  mutating func setTake(_ take: Take) -> [Effect] {
    guard case .recording(let id, let since, let before, let isReal) = talk, before != .handsFree else {
      return []
    }
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
    if let index = transcript.index(of: id) { remove(at: index) }
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
        remedy:
          "Check that it is not muted, or choose another one with \(preferences.bindings.label(of: .devices))."
      )
    }
  }

  /// What a turn from a language into others asks for.
  func request(from source: SourceLanguage, to targets: [LanguageTag]) -> TurnRequest {
    var request = TurnRequest(
      source: source, targets: targets, wantsSpeech: !isSpeechMuted, voices: voices,
      speed: preferences.speed)
    request.glossary = preferences.glossary
    return request
  }
}
