/// Texts that are typed, corrected, read out again, translated back and copied.
extension Session {
  /// The speed of a slow replay, of the usual one.
  static let slowly = 0.7

  /// The turn that a command is for: the selected line, else the newest.
  var subject: Int? {
    if case .lines(let selected) = focus, selected < transcript.count { return selected }
    return transcript.count > 0 ? transcript.count - 1 : nil
  }

  mutating func openTyping() {
    guard recordingTurn == nil else { return }
    overlay = nil
    field = Field(.utterance, history: typed)
  }

  mutating func openCorrection() {
    guard let index = subject, recordingTurn == nil else { return }
    let entry = transcript[index]
    guard entry.stage.isOver else {
      notice = Notice("This turn is not over yet.", isError: false)
      return
    }
    overlay = nil
    field = Field(.correction(entry.id), text: entry.heard, history: typed)
  }

  /// Enter in a text field.
  mutating func acceptField(at now: Moment) -> [Effect] {
    guard let field else { return [] }
    let text = field.editor.text.trimmed
    switch field.purpose {
    case .filter:
      // Enter after a filter that hides the current language chooses the first one it leaves.
      let isHidden = !pickerRows.contains { $0.tag == pickerTag }
      let effects = isHidden ? choose(by: 0) : []
      closeField()
      return effects
    case .search:
      closeField()
      query = SearchQuery(text)
      findMatch(forward: false, includingSelected: true)
    case .utterance:
      closeField()
      guard !text.isEmpty else { return [] }
      return say(text, at: now)
    case .history:
      closeField()
      return [.history(text.isEmpty ? .list : .search(text))]
    case .export(let conversation):
      closeField()
      return text.isEmpty ? [] : [.history(.export(conversation, path: text))]
    case .correction(let id):
      closeField()
      guard let index = transcript.index(of: id) ?? subject, !text.isEmpty, text != transcript[index].heard
      else {
        return []
      }
      return correct(id, to: text, at: now)
    }
    return []
  }

  mutating func closeField() {
    if field?.purpose == .filter { picker.isOpen = false }
    field = nil
  }

  /// A turn on a typed text.
  private mutating func say(_ text: String, at now: Moment) -> [Effect] {
    remember(text)
    let request = request(of: .a)
    let id = append(request, at: now) {
      $0.input = .typed
      $0.begin(with: text, run: $0.id, at: now.uptime)
    }
    notice = nil
    return [.stopSpeech, .allowSpeech, .run(TextTurn(id: id, input: .text(text), request: request))]
  }

  /// A turn's text anew: translated and spoken again.
  mutating func correct(_ id: Turn.ID, to text: String, at now: Moment) -> [Effect] {
    guard let index = transcript.index(of: id) ?? subject else { return [] }
    remember(text)
    let run = nextTurn()
    transcript.change(at: index) { $0.rewrite(text, run: run, at: now.uptime) }
    let entry = transcript[index]
    errands[run] = Errand(entry: entry.id, purpose: .text)
    notice = nil
    let source = entry.sourceTag.map { SourceLanguage.tag($0) } ?? entry.source
    let request = request(from: source, to: entry.targets)
    return [.stopSpeech, .allowSpeech, .run(TextTurn(id: run, input: .text(text), request: request))]
  }

  private mutating func remember(_ text: String) {
    typed.removeAll { $0 == text }
    typed.append(text)
    if typed.count > 100 { typed.removeFirst() }
  }

  // MARK: the translation again

  mutating func replay() -> [Effect] {
    guard recordingTurn == nil, let index = translated() else { return [] }
    let turns = speechTurns(for: index, speed: preferences.speed)
    return [.stopSpeech, .allowSpeech, .replay(transcript[index].run, orRun: turns)]
  }

  mutating func replaySlowly() -> [Effect] {
    guard recordingTurn == nil, let index = translated() else { return [] }
    let turns = speechTurns(for: index, speed: max(0.25, preferences.speed * Self.slowly))
    return [.stopSpeech, .allowSpeech] + turns.map { .run($0) }
  }

  /// The turn to speak again: the selected line, else the newest one with a translation.
  private mutating func translated() -> Int? {
    func isTranslated(_ index: Int) -> Bool {
      let entry = transcript[index]
      return entry.targets.contains { !entry.text(in: $0).isEmpty }
    }
    let found: Int? =
      if case .lines(let selected) = focus { isTranslated(selected) ? selected : nil } else {
        (0..<transcript.count).suffix(entries.count).last(where: isTranslated)
      }
    if found == nil { notice = Notice("There is no translation yet.", isError: false) }
    return found
  }

  /// Turns that speak each translation of an entry.
  private mutating func speechTurns(for index: Int, speed: Double) -> [TextTurn] {
    let entry = transcript[index]
    return entry.targets.compactMap { target in
      let text = entry.text(in: target)
      guard !text.isEmpty else { return nil }
      let id = nextTurn()
      errands[id] = Errand(entry: entry.id, purpose: .speech)
      var request = request(from: entry.sourceTag.map { .tag($0) } ?? entry.source, to: [target])
      request.wantsSpeech = true
      request.speed = speed
      return TextTurn(id: id, input: .translation(text), request: request)
    }
  }

  mutating func backTranslate() -> [Effect] {
    guard let index = translated() else { return [] }
    let entry = transcript[index]
    guard let source = entry.sourceTag else {
      notice = Notice("The language that was spoken is not known.", isError: false)
      return []
    }
    return entry.targets.compactMap { target in
      let text = entry.text(in: target)
      guard !text.isEmpty else { return nil }
      let id = nextTurn()
      errands[id] = Errand(entry: entry.id, purpose: .back(target))
      // Kept among what can change: the answer must find it.
      transcript.change(at: index) { $0.backTranslations[target] = "" }
      var request = request(from: .tag(target), to: [source])
      request.wantsSpeech = false
      return .run(TextTurn(id: id, input: .text(text), request: request))
    }
  }

  mutating func copy() -> [Effect] {
    guard let index = translated() else { return [] }
    let entry = transcript[index]
    let text = entry.targets.map { entry.text(in: $0) }.filter { !$0.isEmpty }.joined(separator: "\n")
    notice = Notice("Copied, if the terminal allows it.", isError: false)
    return [.copy(Sanitizer.lines(text))]
  }

  // MARK: other readings

  mutating func showReadings() {
    guard let index = subject else { return }
    let entry = transcript[index]
    let texts = entry.readings
    guard entry.stage.isOver, texts.count > 1 else {
      notice = Notice("The backend gave no other reading of this.", isError: false)
      return
    }
    overlay = .readings(of: entry.id, texts, row: 0)
  }
}

extension TranscriptEntry {
  /// What may have been said, the chosen reading first.
  var readings: [String] {
    segments.indices.reduce(into: [heard]) { readings, index in
      for other in segments[index].alternatives {
        var texts = segments.map(\.text)
        texts[index] = other.text
        let reading = texts.joined()
        if !readings.contains(reading) { readings.append(reading) }
      }
    }
  }
}

extension String {
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
