extension Session {
  func draw(_ overlay: Overlay, _ canvas: inout Canvas, _ layout: ScreenLayout, _ context: ScreenContext) {
    let area = layout.conversation
    switch overlay {
    case .help(let row): drawMenu(&canvas, area, row: row, context)
    case .confirmQuit:
      draw([quitQuestion, "", "Enter quits, any other key stays."], &canvas, area)
    case .devices: draw(deviceLines(area.width, area.height), &canvas, area)
    case .unsent: draw(unsentLines(context, area.height), &canvas, area)
    case .messages(let scroll): drawMessages(&canvas, area, scroll: scroll, context)
    case .history(let browser): drawHistory(browser, &canvas, area, context)
    case .bigText: drawBigText(&canvas, area, context)
    case .voices(_, let names, let row):
      let rows = Self.voiceRows(names).map { Wrap.lines($0, width: area.width - 2) }
      drawRows(rows, chosen: row, &canvas, area, context)
    case .readings(_, let texts, let row):
      drawRows(
        texts.map { Wrap.lines(Sanitizer.line($0), width: area.width - 2) }, chosen: row, &canvas, area,
        context)
    }
  }

  /// Why leaving is asked about.
  var quitQuestion: String {
    recordingTurn != nil || pendingCount > 0
      ? "A turn is still going on. Quit?"
      : "A recording that was not translated is in memory only, and would be lost. Quit?"
  }

  private func draw(_ paragraphs: [String], _ canvas: inout Canvas, _ area: Area) {
    let lines = paragraphs.flatMap { Wrap.lines($0, width: area.width) }
    for (y, line) in lines.prefix(area.height).enumerated() {
      canvas.put(line, at: .init(area.x, area.y + y), width: area.width)
    }
  }

  private func draw(_ lines: [(text: String, style: Style)], _ canvas: inout Canvas, _ area: Area) {
    for (y, line) in lines.prefix(area.height).enumerated() {
      canvas.put(line.text, at: .init(area.x, area.y + y), style: line.style, width: area.width)
    }
  }

  /// The newest at the bottom.
  private func drawMessages(_ canvas: inout Canvas, _ area: Area, scroll: Int, _ context: ScreenContext) {
    guard !messages.isEmpty else { return draw(["There are no messages yet."], &canvas, area) }
    var lines: [(String, Style)] = []
    for message in messages.dropLast(scroll).reversed() where lines.count < area.height {
      let style = message.notice.isError ? context.palette.alarm : .plain
      let text = "\(message.clock)  \(message.notice.text)"
      lines = Wrap.lines(text, width: area.width).map { ($0, style) } + lines
    }
    for (y, line) in lines.suffix(area.height).enumerated() {
      canvas.put(line.0, at: .init(area.x, area.y + y), style: line.1, width: area.width)
    }
  }

  /// A list with a cursor, scrolled so that the row it is on is whole in the middle.
  func drawRows(
    _ rows: [[String]], chosen: Int, _ canvas: inout Canvas, _ area: Area,
    _ context: ScreenContext
  ) {
    let lines = rows.enumerated().flatMap { index, row in row.map { (text: $0, row: index) } }
    let cursor = lines.firstIndex { $0.row == chosen } ?? 0
    let first = min(max(0, cursor - area.height / 2), max(0, lines.count - area.height))
    for (y, line) in lines[first...].prefix(area.height).enumerated() {
      let isChosen = line.row == chosen
      let style: Style = isChosen ? context.palette.selected : .plain
      canvas.fill(" ", at: .init(area.x, area.y + y), width: area.width, style: style)
      canvas.put(isChosen ? ">" : " ", at: .init(area.x, area.y + y), style: style)
      canvas.put(line.text, at: .init(area.x + 2, area.y + y), style: style, width: area.width - 2)
    }
  }
}
