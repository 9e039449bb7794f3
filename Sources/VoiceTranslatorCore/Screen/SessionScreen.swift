extension Session {
  /// The smallest screen that can hold the status line and a word of text.
  static let smallest = (columns: 20, rows: 6)
  /// From this width on the picker has a pane of its own.
  static let pickerFrom = 60

  /// The whole screen.
  public func screen(columns: Int, rows: Int, _ context: ScreenContext) -> Canvas {
    var canvas = Canvas(columns: columns, rows: rows)
    canvas.reorders = context.reorders
    guard columns >= Self.smallest.columns, rows >= Self.smallest.rows else {
      canvas.put("too small: 20x6", at: .init(0, 0))
      if rows > 1 { canvas.put(stateWord(context), at: .init(0, 1)) }
      return canvas
    }
    let layout = layout(columns: columns, rows: rows)
    if layout.hasHeader { drawHeader(&canvas, context) }
    if layout.hasFrame {
      layout.drawFrame(&canvas, context, title: title, pickerTitle: pickerTitle)
    }
    if let overlay {
      draw(overlay, &canvas, layout, context)
    } else {
      drawConversation(&canvas, layout, context)
    }
    drawNotice(&canvas, layout.conversation, layout.status, context)
    if let area = layout.picker {
      drawPicker(&canvas, area, context)
    }
    drawStatus(&canvas, layout.status, context)
    if let footer = layout.footer { drawFooter(&canvas, footer, context) }
    return canvas
  }

  /// The screen as it was, with the status line as it is now: thirty times a second while nothing but the level and
  /// the time change.
  public func screen(as shown: Canvas, _ context: ScreenContext) -> Canvas {
    guard shown.columns >= Self.smallest.columns, shown.rows >= Self.smallest.rows else {
      return screen(columns: shown.columns, rows: shown.rows, context)
    }
    var canvas = shown
    let status = layout(columns: shown.columns, rows: shown.rows).status
    canvas.fill(" ", at: .init(status.x, status.y), width: status.width)
    drawStatus(&canvas, status, context)
    return canvas
  }

  private func layout(columns: Int, rows: Int) -> ScreenLayout {
    ScreenLayout(
      columns: columns, rows: rows, showsPicker: overlay == nil && showsPickerAsOverlay,
      hasPane: overlay != .bigText)
  }

  /// Where there is no room for its pane, the picker lies over the conversation while it is used.
  var showsPickerAsOverlay: Bool { picker.isOpen || field?.purpose == .filter }

  private var title: String {
    switch overlay {
    case .help: "Commands"
    case .devices: "Devices"
    case .unsent: "Waiting"
    case .messages: "Messages"
    case .readings: "What was said"
    case .voices(let target, _, _): "Voice for \(Self.name(target))"
    case .history(let browser): browser.opened.map { "Conversation \($0.id)" } ?? "History"
    case .bigText, .confirmQuit, nil: isPrivate ? "Conversation, private" : "Conversation"
    }
  }
}
