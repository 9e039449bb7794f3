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
    let layout = ScreenLayout(
      columns: columns, rows: rows, showsPicker: overlay == nil && showsPickerAsOverlay,
      hasPane: overlay != .bigText)
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
