extension Session {
  /// The list, or the conversation that is read; the open text field below it.
  func drawHistory(_ browser: HistoryBrowser, _ canvas: inout Canvas, _ area: Area, _ context: ScreenContext)
  {
    var area = area
    if field != nil, area.height > 1 {
      area.height -= 1
      drawField(&canvas, Area(x: area.x, y: area.y + area.height, width: area.width, height: 1), context)
    }
    if let opened = browser.opened {
      let lines = opened.lines.flatMap { Wrap.lines($0, width: area.width) }
      let first = min(opened.scroll, max(0, lines.count - area.height))
      for (y, line) in lines[first...].prefix(area.height).enumerated() {
        canvas.put(line, at: .init(area.x, area.y + y), width: area.width)
      }
      return
    }
    guard let rows = browser.rows else {
      canvas.put("Reading…", at: .init(area.x, area.y), style: context.palette.faint, width: area.width)
      return
    }
    guard !rows.isEmpty else {
      let text =
        browser.query.map { "Nothing was said with '\(Sanitizer.line($0))'." }
        ?? "No conversation is kept yet."
      for (y, line) in Wrap.lines(text, width: area.width).prefix(area.height).enumerated() {
        canvas.put(line, at: .init(area.x, area.y + y), width: area.width)
      }
      return
    }
    drawRows(
      rows.map { Wrap.lines($0.text, width: area.width - 2) }, chosen: browser.row, &canvas, area, context)
  }
}
