/// The shapes that the chrome is drawn with.
public struct Theme: Sendable, Equatable {
  /// Horizontal, vertical, corners and joints of a frame.
  var horizontal: Character = "─"
  var vertical: Character = "│"
  var corners: [Character] = ["┌", "┐", "└", "┘"]
  var joints: [Character] = ["┬", "┴", "├", "┤"]
  /// Steps of the level bar, lowest first.
  var level: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// A whole cell, its upper and its lower half.
  var blocks: [Character] = ["█", "▀", "▄"]
  var arrow = "→"
  /// Between two sides that both speak.
  var bothWays = "⇄"
  var speaker = "▶"
  var ellipsis = "…"

  /// Box-drawing frames; every UTF-8 terminal outside East Asian legacy settings draws these one column wide.
  public static let lines = Theme()

  /// ASCII only, for fonts and settings that don't.
  public static let ascii = Theme(
    horizontal: "-", vertical: "|", corners: ["+", "+", "+", "+"], joints: ["+", "+", "+", "+"],
    level: [".", ".", ":", ":", "=", "=", "#", "#"], blocks: ["#", "'", "."], arrow: "->", bothWays: "<->",
    speaker: ">", ellipsis: "...")
}
