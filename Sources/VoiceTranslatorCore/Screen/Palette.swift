/// The styles of the screen's parts. Colours are the terminal's own sixteen, and never the only sign of anything.
public struct Palette: Sendable, Equatable {
  /// The themes of the setting `ui.theme`.
  public enum Theme: String, Sendable, CaseIterable {
    /// Colours that can be read on dark and light backgrounds.
    case standard = "default"
    /// For light backgrounds.
    case light
    /// For dark backgrounds: brighter colours.
    case dark
    /// Nothing dim; what matters in reverse.
    case highContrast = "high_contrast"
  }

  /// What is less important, or not final.
  var faint = Style.dim
  /// What was heard.
  var heard = Style.plain
  /// Translations.
  var translation = Style.bold
  /// What failed.
  var error = Style(color: .red)
  /// What failed, on the status line.
  var alarm = Style(color: .red, isBold: true)
  /// While someone is recorded.
  var recording = Style(color: .red, isBold: true, isReverse: true)
  /// While speech plays.
  var speaking = Style(color: .cyan, isBold: true)
  /// The level of the microphone.
  var level = Style(color: .green)
  /// The row the cursor is on.
  var selected = Style.selected
  /// What was searched for.
  var match = Style(color: .magenta, isBold: true, isUnderlined: true)
  /// What the backend can't serve.
  var disabled = Style.dim
  /// Lines between the panes.
  var frame = Style.dim

  /// The styles of a theme.
  public init(_ theme: Theme = .standard) {
    switch theme {
    case .standard: break
    case .light:
      speaking.color = .blue
      level.color = .blue
    case .dark:
      error.color = .brightRed
      alarm.color = .brightRed
      recording.color = .brightRed
      speaking.color = .brightCyan
      level.color = .brightGreen
      match.color = .brightYellow
      translation.color = .brightYellow
    case .highContrast:
      faint = .plain
      disabled = .plain
      frame = .bold
      error = Style(isBold: true, isReverse: true)
      alarm = error
      speaking = Style(isBold: true, isReverse: true)
      level = .bold
      match = Style(isBold: true, isReverse: true, isUnderlined: true)
    }
  }
}
