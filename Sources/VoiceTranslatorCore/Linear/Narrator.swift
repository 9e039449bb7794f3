/// The session told in lines, for screen readers and logs: one line for each thing that happened, in the order in which
/// it happened, never taken back. Each begins with the role of who speaks.
///
/// Partial texts are left out: only what is final is told.
public struct Narrator: Sendable {
  private var before: Session?
  private var entries: [Turn.ID: TranscriptEntry] = [:]
  private var messages = 0

  /// A narrator that has told nothing.
  public init() {}

  /// What is new since the last call.
  public mutating func lines(_ session: Session, _ context: ScreenContext) -> [String] {
    var lines = conditions(session, context) + conversation(session)
    lines += overlay(session, context) + choices(session) + news(session)
    before = session
    // Controls never get out, and a line break within a text must not look like another line.
    return lines.map { Sanitizer.line($0) }
  }

  private func conditions(_ session: Session, _ context: ScreenContext) -> [String] {
    var lines: [String] = []
    if before?.microphone != session.microphone { lines.append("microphone: \(session.microphoneWord)") }
    if before?.backend != session.backend {
      lines.append("backend: \(context.backendName) \(session.backendWord)")
    }
    if before?.source != session.source || before?.targets != session.targets
      || before?.sides != session.sides
    {
      lines.append("languages: \(session.directionWords(arrow: "to", bothWays: "and"))")
    }
    return lines
  }

  // MARK: the turns

  private mutating func conversation(_ session: Session) -> [String] {
    var lines = take(session)
    let open = session.entries.suffix(50)
    for entry in open {
      lines += turn(entry, since: entries[entry.id])
      entries[entry.id] = entry
    }
    if entries.count > 200 {
      let kept = Set(open.map(\.id))
      entries = entries.filter { kept.contains($0.key) }
    }
    if session.speaking != nil, before?.speaking != session.speaking { lines.append("speech: begins") }
    if session.speaking == nil, before?.speaking != nil { lines.append("speech: over") }
    return lines
  }

  private func take(_ session: Session) -> [String] {
    guard before?.talk != session.talk else { return [] }
    switch session.talk {
    case .idle: return before?.recordingTurn == nil ? [] : ["recording: over"]
    case .recording(_, _, let take, let isReal):
      guard isReal else { return [] }
      switch take {
      case .held: return ["recording: begun"]
      case .latched: return ["recording: latched, tap to send"]
      case .handsFree: return ["recording: hands-free"]
      }
    }
  }

  private func turn(_ entry: TranscriptEntry, since before: TranscriptEntry?) -> [String] {
    // What was corrected is told whole again.
    let old = before?.run == entry.run ? before : nil
    var lines: [String] = []
    let name = entry.sourceTag.map(Session.name) ?? "?"
    if entry.isHeardFinal {
      let told = old?.isHeardFinal == true ? old?.heard ?? "" : ""
      lines += Self.news(of: entry.heard, after: told).map { "heard (\(name)): \($0)" }
    }
    for target in entry.targets where entry.isFinal(in: target) {
      let told = old?.isFinal(in: target) == true ? old?.text(in: target) ?? "" : ""
      let rough = entry.routes[target]?.isRough == true ? ", rough" : ""
      lines += Self.news(of: entry.text(in: target), after: told)
        .map { "translated (\(Session.name(target))\(rough)): \($0)" }
    }
    for (target, text) in entry.backTranslations.sorted(by: { $0.key < $1.key })
    where !text.isEmpty && old?.backTranslations[target] != text {
      lines.append("back from \(Session.name(target)): \(text)")
    }
    for problem in entry.problems.dropFirst(old?.problems.count ?? 0) {
      lines.append("error: \(problem.message)")
    }
    guard old?.stage != entry.stage else { return lines }
    switch entry.stage {
    case .done: if let times = Latency(entry.milestones).line { lines.append("times: \(times)") }
    case .nothingHeard: lines.append("heard: nothing")
    case .failed(_, kept: true): lines.append("turn: not translated; the recording is kept")
    case .failed(_, kept: false): lines.append("turn: not translated")
    default: break
    }
    return lines
  }

  /// What a text says beyond what was told of it; all of it when it is another one.
  private static func news(of text: String, after told: String) -> [String] {
    let rest = text.hasPrefix(told) ? String(text.dropFirst(told.count)) : text
    return rest.trimmed.isEmpty ? [] : [rest.trimmed]
  }

  // MARK: what keys do

  private func overlay(_ session: Session, _ context: ScreenContext) -> [String] {
    let isNew = before?.overlay != session.overlay
    if session.overlay == .devices {
      return Self.lines(session.devices, after: isNew ? nil : before?.devices)
    }
    if session.overlay == .unsent { return Self.lines(session.unsent, after: isNew ? nil : before?.unsent) }
    guard isNew else { return [] }
    switch session.overlay {
    case .help(let row): return ["menu: \(session.menuText(row, context))"]
    case .confirmQuit: return ["question: \(session.quitQuestion) Enter quits, any other key stays."]
    case .messages(let scroll):
      guard let message = session.messages.dropLast(scroll).last else { return ["messages: none"] }
      return ["message: \(message.clock) \(message.notice.text)"]
    case .readings(_, let texts, let row): return ["reading: \(texts[row])"]
    case .voices(_, let names, let row): return ["voice: \(Session.voiceRows(names)[row])"]
    case .history(let browser): return history(browser)
    case .bigText: return ["newest: \(session.newestTranslation ?? "none")"]
    case .devices, .unsent: return []
    case nil: return before?.overlay == nil ? [] : ["closed"]
    }
  }

  /// The row that the cursor is on; a conversation that was opened, whole.
  private func history(_ browser: HistoryBrowser) -> [String] {
    if let opened = browser.opened {
      if case .history(let old)? = before?.overlay, old.opened?.id == opened.id { return [] }
      return opened.lines.map { "history: \($0)" }
    }
    guard let rows = browser.rows else { return ["history: reading"] }
    return [rows.indices.contains(browser.row) ? "history: \(rows[browser.row].text)" : "history: nothing"]
  }

  private func choices(_ session: Session) -> [String] {
    var lines: [String] = []
    if session.field?.purpose != before?.field?.purpose {
      lines.append(session.field.map { "type: \($0.prompt) \($0.editor.text)".trimmed } ?? "type: over")
    }
    if before != nil, session.focus != before?.focus {
      switch session.focus {
      case .talk: lines.append("lines: left")
      case .lines(let selected): lines.append("line: \(session.lineText(selected))")
      }
    }
    if let before, session.pickerTag != before.pickerTag || session.picker.list != before.picker.list,
      let tag = session.pickerTag
    {
      let support = session.supportWord(tag)
      let list = session.picker.list == .targets ? "target" : "source"
      lines.append("\(list): \(Session.name(tag)), \(tag)\(support.isEmpty ? "" : ", \(support)")")
    }
    return lines
  }

  private mutating func news(_ session: Session) -> [String] {
    let new = session.messages.suffix(max(0, session.messageCount - messages))
    messages = session.messageCount
    return new.map { ($0.notice.isError ? "error: " : "note: ") + $0.notice.text }
  }
}

extension Session {
  /// A turn in one line.
  fileprivate func lineText(_ index: Int) -> String {
    guard index < transcript.count else { return "" }
    let entry = transcript[index]
    let texts = [entry.heard] + entry.targets.map { entry.text(in: $0) }.filter { !$0.isEmpty }
    return "\(entry.began.clock) \(texts.joined(separator: " | "))"
  }
}
