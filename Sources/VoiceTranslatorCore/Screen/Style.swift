/// How a cell is drawn. Colours come from the terminal's own palette, so that light and dark themes both work.
public struct Style: Sendable, Hashable {
  /// The terminal's default, or one of its sixteen palette colours.
  public enum Color: UInt8, Sendable, Hashable {
    /// The terminal's own foreground or background.
    case standard
    /// Palette colours 1 to 6; black and white are left to the terminal's default.
    case red, green, yellow, blue, magenta, cyan
    /// Their bright variants, palette colours 9 to 14.
    case brightRed = 9
    case brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan
  }

  /// The text's colour.
  public var color = Color.standard
  /// Stronger.
  public var isBold = false
  /// Weaker.
  public var isDim = false
  /// Foreground and background exchanged.
  public var isReverse = false
  /// Underlined.
  public var isUnderlined = false

  /// Plain text.
  public static let plain = Style()
  /// Weaker text.
  public static let dim = Style(isDim: true)
  /// Stronger text.
  public static let bold = Style(isBold: true)
  /// The row the cursor is on.
  public static let selected = Style(isReverse: true)

  /// A style; without arguments plain text.
  public init(
    color: Color = .standard, isBold: Bool = false, isDim: Bool = false, isReverse: Bool = false,
    isUnderlined: Bool = false
  ) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
    self.isReverse = isReverse
    self.isUnderlined = isUnderlined
  }
}
