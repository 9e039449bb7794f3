extension Session {
  /// The conversation, or its part around the selected line; the open text field below it.
  func drawConversation(_ canvas: inout Canvas, _ layout: ScreenLayout, _ context: ScreenContext) {
    let area = layout.conversation
    guard area.height > 0 else { return }
    let hasField = field.map { $0.purpose != .filter } ?? false
    if transcript.count == 0 {
      for (y, line) in Wrap.lines(welcome, width: area.width).prefix(area.height).enumerated() {
        canvas.put(line, at: .init(area.x, area.y + y), style: context.palette.faint, width: area.width)
      }
    }
    let page = ConversationPage(layout, context, height: area.height - (hasField ? 1 : 0))
    for (y, row) in page.window(of: self).enumerated() {
      draw(row, &canvas, Area(x: area.x, y: area.y + y, width: area.width, height: 1), context)
    }
    drawScrollMark(&canvas, area, context)
    if hasField {
      drawField(&canvas, Area(x: area.x, y: area.y + area.height - 1, width: area.width, height: 1), context)
    }
  }

  private func draw(
    _ row: ConversationPage.Row, _ canvas: inout Canvas, _ area: Area, _ context: ScreenContext
  ) {
    let isSelected = focus == .lines(selected: row.entry)
    if isSelected {
      canvas.fill(" ", at: .init(area.x, area.y), width: area.width, style: context.palette.selected)
      if area.x > 1 { canvas.put(">", at: .init(area.x - 1, area.y), style: context.palette.selected) }
    }
    var x = area.x
    for run in row.line.runs {
      for part in query?.parts(of: run.text) ?? [(run.text, false)] {
        let style =
          part.isMatch ? context.palette.match : isSelected ? context.palette.selected : run.style
        x += canvas.put(part.text, at: .init(x, area.y), style: style, width: area.x + area.width - x)
      }
    }
  }

  /// Newer lines are below the pane.
  private func drawScrollMark(_ canvas: inout Canvas, _ area: Area, _ context: ScreenContext) {
    guard scroll != .newest, field == nil, area.width >= 20 else { return }
    let mark = " \(preferences.bindings.label(of: .newest)): newest "
    let x = area.x + area.width - DisplayWidth.of(mark)
    canvas.put(mark, at: .init(x, area.y + area.height - 1), style: context.palette.selected)
  }

  func drawField(_ canvas: inout Canvas, _ area: Area, _ context: ScreenContext) {
    guard let field else { return }
    canvas.fill(" ", at: .init(area.x, area.y), width: area.width)
    let used = canvas.put(field.prompt + " ", at: .init(area.x, area.y), style: .bold, width: area.width)
    let view = field.editor.view(width: area.width - used)
    // What is edited stays in the order in which the cursor goes through it.
    canvas.reorders = false
    canvas.put(view.text, at: .init(area.x + used, area.y), width: area.width - used)
    canvas.reorders = context.reorders
    canvas.cursor = .init(min(area.x + used + view.cursor, canvas.columns - 1), area.y)
  }

  private var welcome: String {
    let help = preferences.bindings.label(of: .help)
    return """
      Hold \(preferences.talkKeys.a.title) and speak \(sourceName); let go, and hear it in \(targetNames).
      Choose the language with the arrow keys. Press \(help) for all keys.
      """
  }
}
