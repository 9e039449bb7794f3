/// A recording that waits to be translated.
public struct UnsentRecording: Sendable, Equatable {
  /// What the user and the command line call it.
  public var name: String
  /// How long it is.
  public var duration: Duration
  /// The language spoken in it; nil: it isn't noted.
  public var source: SourceLanguage?
  /// The languages it waits for; none: they aren't noted.
  public var targets: [LanguageTag]

  /// The turn on the screen that it belongs to; nil: none.
  public var turn: Turn.ID?

  /// A recording; its name is sanitised here.
  public init(
    name: String, duration: Duration, source: SourceLanguage?, targets: [LanguageTag], turn: Turn.ID? = nil
  ) {
    self.name = Sanitizer.line(name)
    self.duration = duration
    self.source = source
    self.targets = targets
    self.turn = turn
  }
}

/// The list of waiting recordings over the conversation.
public struct UnsentList: Sendable, Equatable {
  /// What waits, oldest first; nil while it is looked for.
  public var rows: [UnsentRecording]?
  /// The row the cursor is on.
  public var cursor = 0

  /// The recording that is deleted when it is asked for once more.
  public internal(set) var doomed: String?

  /// A list that is being filled.
  public init() {}

  /// The recording the cursor is on.
  public var current: UnsentRecording? { rows.flatMap { $0.indices.contains(cursor) ? $0[cursor] : nil } }

  mutating func move(by steps: Int) {
    cursor = max(0, min((rows?.count ?? 1) - 1, cursor + steps))
    doomed = nil
  }
}
