/// One line of the conversation pane: runs of text, each in its style.
struct ConversationLine: Equatable {
  var runs: [(text: String, style: Style)]

  static func == (a: ConversationLine, b: ConversationLine) -> Bool {
    a.runs.count == b.runs.count
      && zip(a.runs, b.runs).allSatisfy { $0.text == $1.text && $0.style == $1.style }
  }
}

extension Session {
  /// The newest lines at the bottom, scrolled up by `scroll` lines.
  func drawConversation(_ canvas: inout Canvas, _ area: Area, _ context: ScreenContext) {
    guard area.height > 0 else { return }
    if entries.isEmpty {
      for (y, line) in Wrap.lines(welcome, width: area.width).prefix(area.height).enumerated() {
        canvas.put(line, at: .init(area.x, area.y + y), style: .dim, width: area.width)
      }
      return
    }
    // Only as many turns as are needed to fill the pane, newest first.
    let wanted = area.height + scroll
    var blocks: [[ConversationLine]] = []
    var count = 0
    for entry in entries.reversed() where count < wanted {
      let block = lines(of: entry, width: area.width, context)
      blocks.append(block)
      count += block.count
    }
    let lines = blocks.reversed().joined()
    let visible = Array(lines.dropLast(min(scroll, max(0, lines.count - area.height))).suffix(area.height))
    for (y, line) in visible.enumerated() {
      var x = area.x
      for run in line.runs {
        x += canvas.put(run.text, at: .init(x, area.y + y), style: run.style, width: area.x + area.width - x)
      }
    }
  }

  private var welcome: String {
    """
    Hold SPACE and speak \(sourceName); let go, and hear it in \(targetNames).
    Choose the language with the arrow keys. Press ? for all keys.
    """
  }

  /// A turn: what was heard, each translation, and its times or its trouble.
  private func lines(of entry: TranscriptEntry, width: Int, _ context: ScreenContext) -> [ConversationLine] {
    let showsClock = width >= 36
    let clock = showsClock ? entry.began.clock.description + "  " : ""
    let names = [entry.sourceTag.map(Self.name) ?? "…"] + entry.targets.map(Self.name)
    let nameWidth = width >= 36 ? min(names.map { DisplayWidth.of($0) }.max() ?? 0, 12) + 2 : 0
    let indent = DisplayWidth.of(clock) + nameWidth

    func block(_ lead: String, _ name: String, _ text: String, _ style: Style) -> [ConversationLine] {
      let name = nameWidth > 0 ? padded(name, nameWidth) : ""
      return Wrap.lines(text, width: max(4, width - indent)).enumerated().map { index, line in
        let head =
          index == 0 ? padded(lead, DisplayWidth.of(clock)) + name : String(repeating: " ", count: indent)
        return ConversationLine(runs: [(head, .dim), (line, style)])
      }
    }

    let heard = entry.heard.isEmpty ? placeholder(entry, context) : Sanitizer.lines(entry.heard)
    let heardStyle: Style = entry.isHeardFinal ? .plain : .dim
    var lines = block(clock, names[0], heard, heardStyle)
    for target in entry.targets {
      let text = Sanitizer.lines(entry.text(in: target))
      guard !text.isEmpty else { continue }
      let rough = entry.routes[target]?.isRough == true ? " (rough)" : ""
      let doubt = entry.doubt(in: target).map { " (unverified: \(Sanitizer.line($0)))" } ?? ""
      let sounds = speaking == entry.id ? " " + context.theme.speaker : ""
      let style = entry.isFinal(in: target) ? Style.bold : .dim
      lines += block("", Self.name(target), text + rough + doubt + sounds, style)
    }
    for problem in entry.problems { lines += block("", "", problem.message, Style(color: .red)) }
    if case .failed(let notice, let kept) = entry.stage {
      lines += block("", "", notice.text + (kept ? " The recording is kept." : ""), Style(color: .red))
    }
    if showsTimes, width >= 36, entry.stage == .done, speaking != entry.id,
      let times = Latency(entry.milestones).line
    {
      lines += block("", "", times, .dim)
    }
    return lines
  }

  /// What stands for text that isn't there yet.
  private func placeholder(_ entry: TranscriptEntry, _ context: ScreenContext) -> String {
    switch entry.stage {
    case .nothingHeard: "(nothing was heard)"
    case .done, .failed: "(no text)"
    case .recording, .sending, .recognizing, .translating, .speaking: context.theme.ellipsis
    }
  }

  func padded(_ text: String, _ width: Int) -> String {
    var result = ""
    var used = 0
    for cluster in text {
      let columns = DisplayWidth.of(String(cluster))
      guard used + columns <= width - (width > 1 ? 1 : 0) else { break }
      result.append(cluster)
      used += columns
    }
    return result + String(repeating: " ", count: max(0, width - used))
  }
}
