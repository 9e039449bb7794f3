/// The shapes that the chrome is drawn with.
public struct Theme: Sendable, Equatable {
  /// Horizontal, vertical, corners and joints of a frame.
  var horizontal: Character = "─"
  var vertical: Character = "│"
  var corners: [Character] = ["┌", "┐", "└", "┘"]
  var joints: [Character] = ["┬", "┴", "├", "┤"]
  /// Steps of the level bar, lowest first.
  var level: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  var arrow = "→"
  var speaker = "▶"
  var ellipsis = "…"
  var up = "↑"
  var down = "↓"

  /// Box-drawing frames; every UTF-8 terminal outside East Asian legacy settings draws these one column wide.
  public static let lines = Theme()

  /// ASCII only, for fonts and settings that don't.
  public static let ascii = Theme(
    horizontal: "-", vertical: "|", corners: ["+", "+", "+", "+"], joints: ["+", "+", "+", "+"],
    level: [".", ".", ":", ":", "=", "=", "#", "#"], arrow: "->", speaker: ">", ellipsis: "...", up: "^",
    down: "v")
}
