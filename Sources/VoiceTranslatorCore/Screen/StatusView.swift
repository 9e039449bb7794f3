extension Session {
  /// The status line: the direction and the state's word always, then what there is room for.
  func drawStatus(_ canvas: inout Canvas, _ area: Area, _ context: ScreenContext) {
    let direction = shortDirection(context) + " "
    let full = stateWord(context)
    let fits = DisplayWidth.of(direction) + DisplayWidth.of(full) < area.width
    let word = fits ? full : shortStateWord(context) ?? full
    var x = area.x
    let end = area.x + area.width
    // The state's word is never cut off by a long direction.
    let room = max(0, area.width - DisplayWidth.of(word) - 1)
    x += canvas.put(
      padded(direction, min(room, DisplayWidth.of(direction) + 1)), at: .init(x, area.y), style: .bold,
      width: room)
    x += canvas.put(word, at: .init(x, area.y), style: stateStyle(context.palette), width: end - x) + 1
    if recordingTurn != nil, let level = context.level, end - x >= 8 {
      x += canvas.put(Self.bar(level, context.theme), at: .init(x, area.y), style: context.palette.level) + 1
      if end - x >= 8 {
        x += canvas.put("\(Int(level.rounded())) dB", at: .init(x, area.y), width: end - x) + 2
      }
    }
    if let notice, recordingTurn == nil, field == nil {
      // What doesn't fit whole stands above, see `drawNotice`.
      guard DisplayWidth.of(notice.text) <= end - x - 1 else { return }
      canvas.put(
        notice.text, at: .init(x + 1, area.y), style: notice.style(context.palette), width: end - x - 1)
    } else {
      let hint = hint(context)
      // Half a hint helps nobody.
      if DisplayWidth.of(hint) < end - x {
        canvas.put(hint, at: .init(x + 1, area.y), style: context.palette.faint, width: end - x - 1)
      }
    }
  }

  /// A notice too long for the status line covers the last lines of the conversation: half a remedy is none.
  func drawNotice(_ canvas: inout Canvas, _ area: Area, _ status: Area, _ context: ScreenContext) {
    guard let notice, recordingTurn == nil, overlay == nil, field == nil else { return }
    let used = DisplayWidth.of(shortDirection(context)) + DisplayWidth.of(stateWord(context)) + 4
    guard DisplayWidth.of(notice.text) > status.width - used else { return }
    let lines = Wrap.lines(notice.text, width: area.width).prefix(area.height)
    for (offset, line) in lines.enumerated() {
      let y = area.y + area.height - lines.count + offset
      canvas.fill(" ", at: .init(area.x, y), width: area.width)
      canvas.put(line, at: .init(area.x, y), style: notice.style(context.palette), width: area.width)
    }
  }

  /// The state in a word.
  func stateWord(_ context: ScreenContext) -> String {
    if case .recording(_, let since, let take, let isReal) = talk {
      guard isReal else { return "opening mic" }
      let elapsed = Latency.minutes(context.now - since)
      if let secondsLeft { return "REC \(elapsed), \(secondsLeft) s left" }
      switch take {
      case .held: return "REC \(elapsed)"
      case .latched: return "REC \(elapsed) latched"
      case .handsFree: return "REC \(elapsed) hands-free"
      }
    }
    let waiting = entries.filter { !$0.stage.isOver && $0.stage != .recording }
    if speaking != nil { return "speaking" }
    if let entry = waiting.first, let again = entry.retryAt, again > context.now, let stage = entry.stage.word
    {
      return "\(stage), again in \(Int(((again - context.now) / .seconds(1)).rounded(.up))) s"
    }
    let more = waiting.count > 1 ? ", \(waiting.count) waiting" : ""
    if let stage = waiting.first?.stage.word {
      if case .loading = backend { return "loading, \(waiting.count) waiting" }
      return (waiting.first?.slowWord(at: context.now) ?? stage) + more
    }
    if microphone == .missing { return "no microphone" }
    if isHandsFree { return "hands-free, listening" }
    if waitingCount > 0 { return "\(waitingCount) waiting" }
    switch backend {
    case .loading: return "loading"
    case .ready: return isSpeechMuted ? "ready, muted" : "ready"
    case .failing(let word): return word
    }
  }

  /// The state for narrow screens, where the whole one would push the direction out; nil: there is no shorter one.
  private func shortStateWord(_ context: ScreenContext) -> String? {
    if case .recording(_, let since, .handsFree, true) = talk {
      return "REC \(Latency.minutes(context.now - since))"
    }
    if case .recording(_, let since, .latched, true) = talk, secondsLeft == nil {
      return "latched \(Latency.minutes(context.now - since))"
    }
    if recordingTurn != nil { return secondsLeft.map { "REC \($0) s left" } }
    return entries.first { !$0.stage.isOver && $0.stage != .recording }?.stage.word
      ?? (isHandsFree ? "hands-free" : nil)
  }

  private func stateStyle(_ palette: Palette) -> Style {
    if recordingTurn != nil { return palette.recording }
    return speaking != nil ? palette.speaking : .bold
  }

  /// The key of the side that is recorded, or the first one's.
  var talkKey: String {
    preferences.talkKeys[recordingTurn.flatMap { transcript.index(of: $0) }.map { transcript[$0].side } ?? .a]
      .title
  }

  private func hint(_ context: ScreenContext) -> String {
    switch talk {
    case .recording(_, _, .held, _):
      return context.mode.hasReleases
        ? "release \(talkKey) to send, Esc to discard" : "let go of \(talkKey) to send, Esc to discard"
    case .recording(_, _, .handsFree, _): return "pause to be translated, Esc to discard"
    case .recording(_, _, .latched, _): return "tap \(talkKey) to send, Esc to discard"
    case .idle:
      if let query, focus != .talk { return "/ \(Sanitizer.line(query.text, limit: 40))" }
      return speaking != nil ? "Esc to stop, \(talkKey) to answer" : ""
    }
  }

  /// Ten steps from −60 to 0 dBFS.
  static func bar(_ level: Double, _ theme: Theme) -> String {
    let filled = Int(((level + 60) / 6).rounded())
    let steps = theme.level
    return (0..<10).map { index in
      index < filled ? String(steps[min(index * steps.count / 10, steps.count - 1)]) : " "
    }.joined()
  }
}

extension TranscriptEntry.Stage {
  /// What is happening, in a word; nil when the turn is over.
  var word: String? {
    switch self {
    case .recording: "recording"
    case .sending: "sending"
    case .recognizing: "recognising"
    case .translating: "translating"
    case .speaking: "making speech"
    case .done, .nothingHeard, .failed: nil
    }
  }
}

extension Notice {
  func style(_ palette: Palette) -> Style { isError ? palette.alarm : palette.faint }
}
