/// What views need besides the session.
public struct ScreenContext: Sendable, Equatable {
  /// The time now, for what counts up or down.
  public var now: Duration
  /// The microphone's level in dBFS (0 is full scale), nil while nothing is measured.
  public var level: Double?
  /// How the recording is, nil while there is none or it is too early to tell.
  public var condition: SignalCondition?
  /// The shapes of the chrome.
  public var theme: Theme
  /// Text from right to left is reordered here, because the terminal doesn't.
  public var reorders = false
  /// The styles of its parts.
  public var palette: Palette
  /// How it is told that the talk key is held.
  public var mode: HoldMode
  /// What was learned of the terminal's auto-repeat.
  public var timing: HoldDetector.Timing?
  /// The backend's name for the header.
  public var backendName: String

  /// A context.
  public init(
    now: Duration, level: Double? = nil, condition: SignalCondition? = nil, theme: Theme = .lines,
    palette: Palette = Palette(), mode: HoldMode = .keyboardProtocol(flags: 31),
    timing: HoldDetector.Timing? = nil, backendName: String = "engine"
  ) {
    self.now = now
    self.level = level
    self.condition = condition
    self.theme = theme
    self.palette = palette
    self.mode = mode
    self.timing = timing
    self.backendName = backendName
  }
}
