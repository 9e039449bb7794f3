extension Session {
  /// The smallest screen that can hold the status line and a word of text.
  static let smallest = (columns: 20, rows: 6)
  /// From this width on the picker has a pane of its own.
  static let pickerFrom = 60

  /// The whole screen.
  public func screen(columns: Int, rows: Int, _ context: ScreenContext) -> Canvas {
    var canvas = Canvas(columns: columns, rows: rows)
    guard columns >= Self.smallest.columns, rows >= Self.smallest.rows else {
      canvas.put("too small: 20x6", at: .init(0, 0))
      if rows > 1 { canvas.put(stateWord(context), at: .init(0, 1)) }
      return canvas
    }
    let layout = ScreenLayout(
      columns: columns, rows: rows, showsPicker: picker.isOpen || picker.filter != nil)
    if layout.hasHeader { drawHeader(&canvas, context) }
    if layout.hasFrame {
      layout.drawFrame(&canvas, context.theme, pickerTitle: pickerTitle)
    }
    if let overlay {
      drawOverlay(overlay, &canvas, layout.conversation, context)
    } else {
      drawConversation(&canvas, layout.conversation, context)
    }
    drawNotice(&canvas, layout.conversation, layout.status, context)
    if let area = layout.picker {
      drawPicker(&canvas, area, context)
    }
    drawStatus(&canvas, layout.status, context)
    if let footer = layout.footer { drawFooter(&canvas, footer, context) }
    return canvas
  }
}

/// A rectangle of cells.
struct Area: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
}

/// Which parts of the screen there are at a size, and where.
///
/// Small screens give up, in order: the picker's pane, the frame and footer, the header.
struct ScreenLayout: Equatable {
  var hasHeader: Bool
  var hasFrame: Bool
  var conversation: Area
  var picker: Area?
  var status: Area
  var footer: Area?
  private var columns: Int
  private var rows: Int

  init(columns: Int, rows: Int, showsPicker: Bool) {
    self.columns = columns
    self.rows = rows
    hasHeader = rows >= 8
    hasFrame = rows >= 12 && columns >= 40
    let top = hasHeader ? 1 : 0
    guard hasFrame else {
      status = Area(x: 0, y: rows - 1, width: columns, height: 1)
      conversation = Area(x: 0, y: top, width: columns, height: rows - 1 - top)
      if showsPicker { picker = conversation }
      return
    }
    // Frame rows: the top, one between conversation and status, the bottom.
    footer = Area(x: 2, y: rows - 2, width: columns - 4, height: 1)
    status = Area(x: 2, y: rows - 3, width: columns - 4, height: 1)
    let height = rows - top - 5
    if columns >= Session.pickerFrom {
      let width = min(max(columns * 3 / 8, 28), 36)
      conversation = Area(x: 2, y: top + 1, width: columns - width - 5, height: height)
      picker = Area(x: columns - width - 1, y: top + 1, width: width, height: height)
    } else {
      conversation = Area(x: 2, y: top + 1, width: columns - 4, height: height)
      if showsPicker { picker = Area(x: 1, y: top + 1, width: columns - 2, height: height) }
    }
  }

  /// The picker stands beside the conversation, not over it.
  var hasPane: Bool { columns >= Session.pickerFrom && hasFrame }

  func drawFrame(_ canvas: inout Canvas, _ theme: Theme, pickerTitle: String) {
    let top = hasHeader ? 1 : 0
    let middle = status.y - 1
    let bottom = rows - 1
    for y in [top, middle, bottom] {
      canvas.fill(theme.horizontal, at: .init(1, y), width: columns - 2, style: .dim)
    }
    for y in top + 1..<bottom where y != middle {
      for x in [0, columns - 1] { canvas.fill(theme.vertical, at: .init(x, y), width: 1, style: .dim) }
    }
    for (corner, point) in zip(
      theme.corners, [(0, top), (columns - 1, top), (0, bottom), (columns - 1, bottom)])
    {
      canvas.fill(corner, at: .init(point.0, point.1), width: 1, style: .dim)
    }
    canvas.fill(theme.joints[2], at: .init(0, middle), width: 1, style: .dim)
    canvas.fill(theme.joints[3], at: .init(columns - 1, middle), width: 1, style: .dim)
    let title = picker != nil && !hasPane ? pickerTitle : "Conversation"
    canvas.put(" \(title) ", at: .init(2, top), width: columns - 4)
    guard hasPane, let picker else { return }
    let x = picker.x - 1
    canvas.fill(theme.joints[0], at: .init(x, top), width: 1, style: .dim)
    canvas.fill(theme.joints[1], at: .init(x, middle), width: 1, style: .dim)
    for y in top + 1..<middle { canvas.fill(theme.vertical, at: .init(x, y), width: 1, style: .dim) }
    canvas.put(" \(pickerTitle) ", at: .init(x + 2, top), width: picker.width - 2)
  }
}
