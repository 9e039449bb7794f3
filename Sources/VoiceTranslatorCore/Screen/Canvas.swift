/// A grid of cells that views draw on and the terminal paints.
public struct Canvas: Sendable, Equatable {
  /// One column of one row.
  public struct Cell: Sendable, Equatable {
    /// A drawable grapheme cluster; empty in the second column of a wide one.
    public var text: String
    /// How it is drawn.
    public var style: Style

    /// A blank.
    public static let blank = Cell(text: " ", style: .plain)
  }

  /// A place on the grid, from the top left.
  public struct Point: Sendable, Equatable {
    /// Column from 0.
    public var x: Int
    /// Row from 0.
    public var y: Int

    /// A place.
    public init(_ x: Int, _ y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// Columns.
  public let columns: Int
  /// Rows.
  public let rows: Int
  /// Where the terminal's cursor is shown; nil: nowhere.
  public var cursor: Point?
  /// Text from right to left is put in visual order, for terminals that don't reorder it.
  public var reorders = false
  private var cells: [Cell]

  /// A blank grid; negative sizes count as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The cells of a row.
  public subscript(row y: Int) -> ArraySlice<Cell> { cells[y * columns..<(y + 1) * columns] }

  /// Draws text from a place to the right, clipped to `width` columns and to the grid. A wide character that
  /// would be cut leaves a blank. Returns the columns used.
  @discardableResult
  public mutating func put(
    _ text: some StringProtocol, at point: Point, style: Style = .plain, width: Int = .max
  )
    -> Int
  {
    guard (0..<rows).contains(point.y), point.x >= 0 else { return 0 }
    let end = min(columns, width >= columns ? columns : point.x + width)
    var x = point.x
    let ordered = reorders ? Bidirectional.visual(String(text)) : String(text)
    for drawable in ordered.lazy.flatMap(DisplayWidth.cells) {
      let columns = DisplayWidth.of(drawable)
      guard x + columns <= end else { break }
      set(Cell(text: String(drawable), style: style), x, point.y)
      if columns == 2 { set(Cell(text: "", style: style), x + 1, point.y) }
      x += columns
    }
    return x - point.x
  }

  /// Fills part of a row with one character of one column.
  public mutating func fill(_ text: Character, at point: Point, width: Int, style: Style = .plain) {
    guard width > 0 else { return }
    put(String(repeating: text, count: width), at: point, style: style)
  }

  /// The grid as text, trailing blanks removed.
  public var text: String {
    (0..<rows).map { y in
      let line = self[row: y].map(\.text).joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  private mutating func set(_ cell: Cell, _ x: Int, _ y: Int) {
    let index = y * columns + x
    // Overwriting half of a wide character blanks its other half.
    if cells[index].text.isEmpty, x > 0, !cell.text.isEmpty { cells[index - 1] = .blank }
    if x + 1 < columns, cells[index + 1].text.isEmpty, !cell.text.isEmpty { cells[index + 1] = .blank }
    cells[index] = cell
  }
}
