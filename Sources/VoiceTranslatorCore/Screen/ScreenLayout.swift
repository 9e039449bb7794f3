/// A rectangle of cells.
struct Area: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
}

/// Which parts of the screen there are at a size, and where.
///
/// Small screens give up, in order: the picker's pane, the times of turns, the frame with the footer, the header.
struct ScreenLayout: Equatable {
  var hasHeader: Bool
  var hasFrame: Bool
  var showsLatency: Bool
  var conversation: Area
  var picker: Area?
  /// The picker stands beside the conversation, not over it.
  var hasPane: Bool
  var status: Area
  var footer: Area?
  private var columns: Int
  private var rows: Int

  /// `hasPane`: the picker may stand beside the conversation; `showsPicker`: where it can't, it lies over it.
  init(columns: Int, rows: Int, showsPicker: Bool, hasPane: Bool = true) {
    self.hasPane = hasPane && columns >= Session.pickerFrom && rows >= 12
    self.columns = columns
    self.rows = rows
    hasHeader = rows >= 8
    hasFrame = rows >= 12 && columns >= 40
    showsLatency = rows >= 16 && columns >= 44
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
    if self.hasPane {
      let width = min(max(columns * 3 / 8, 28), 36)
      conversation = Area(x: 2, y: top + 1, width: columns - width - 5, height: height)
      picker = Area(x: columns - width - 1, y: top + 1, width: width, height: height)
    } else {
      conversation = Area(x: 2, y: top + 1, width: columns - 4, height: height)
      if showsPicker { picker = Area(x: 1, y: top + 1, width: columns - 2, height: height) }
    }
  }

  func drawFrame(_ canvas: inout Canvas, _ context: ScreenContext, title: String, pickerTitle: String) {
    let (theme, style) = (context.theme, context.palette.frame)
    let top = hasHeader ? 1 : 0
    let middle = status.y - 1
    let bottom = rows - 1
    for y in [top, middle, bottom] {
      canvas.fill(theme.horizontal, at: .init(1, y), width: columns - 2, style: style)
    }
    for y in top + 1..<bottom where y != middle {
      for x in [0, columns - 1] { canvas.fill(theme.vertical, at: .init(x, y), width: 1, style: style) }
    }
    for (corner, point) in zip(
      theme.corners, [(0, top), (columns - 1, top), (0, bottom), (columns - 1, bottom)])
    {
      canvas.fill(corner, at: .init(point.0, point.1), width: 1, style: style)
    }
    canvas.fill(theme.joints[2], at: .init(0, middle), width: 1, style: style)
    canvas.fill(theme.joints[3], at: .init(columns - 1, middle), width: 1, style: style)
    let title = picker != nil && !hasPane ? pickerTitle : title
    canvas.put(" \(title) ", at: .init(2, top), width: columns - 4)
    guard hasPane, let picker else { return }
    let x = picker.x - 1
    canvas.fill(theme.joints[0], at: .init(x, top), width: 1, style: style)
    canvas.fill(theme.joints[1], at: .init(x, middle), width: 1, style: style)
    for y in top + 1..<middle { canvas.fill(theme.vertical, at: .init(x, y), width: 1, style: style) }
    canvas.put(" \(pickerTitle) ", at: .init(x + 2, top), width: picker.width - 2)
  }
}
