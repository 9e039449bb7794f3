/// An open text field: keys are text in it.
public struct Field: Sendable, Equatable {
  /// What its text is for.
  public enum Purpose: Sendable, Equatable {
    /// Filters the picker as it is typed.
    case filter
    /// Searches the lines.
    case search
    /// An utterance, typed instead of spoken.
    case utterance
    /// Searches the history.
    case history
    /// The file to write a conversation to; nil: the one on the screen.
    case export(Int?)
    /// What should have been heard in a turn.
    case correction(Turn.ID)
  }

  /// What its text is for.
  public let purpose: Purpose
  /// Its text and cursor.
  public var editor: LineEditor

  /// A field with a text in it.
  public init(_ purpose: Purpose, text: String = "", history: [String] = []) {
    self.purpose = purpose
    editor = LineEditor(text, history: history)
  }

  /// What stands before the text.
  var prompt: String {
    switch purpose {
    case .filter, .search, .history: "/"
    case .export: "Export to:"
    case .utterance: "Say:"
    case .correction: "Heard:"
    }
  }
}
