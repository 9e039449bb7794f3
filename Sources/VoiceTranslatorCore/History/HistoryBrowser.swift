/// The conversations that were kept, as the screen shows them: a list, or one of them opened.
public struct HistoryBrowser: Sendable, Equatable {
  /// A conversation in the list, or a place where words were found.
  public struct Row: Sendable, Equatable {
    /// The conversation's number.
    public var id: Int
    /// What is shown of it, sanitised.
    public var text: String

    /// A row. Its text is sanitised here.
    public init(id: Int, text: String) {
      self.id = id
      self.text = Sanitizer.line(text)
    }
  }

  /// A conversation that is read.
  public struct Opened: Sendable, Equatable {
    /// Its number.
    public var id: Int
    /// Its lines, sanitised.
    public var lines: [String]
    /// Lines scrolled out above.
    public var scroll = 0

    /// A conversation with its lines, scrolled to its beginning.
    public init(id: Int, lines: [String]) {
      self.id = id
      self.lines = lines.map { Sanitizer.line($0) }
    }
  }

  /// The list; nil while it is read from the disk.
  public var rows: [Row]?
  /// The row the cursor is on.
  public var row = 0
  /// What was searched for; nil: the list has everything.
  public var query: String?
  /// The conversation that is read; nil: the list is shown.
  public var opened: Opened?
  /// It was asked to forget this conversation; the next such key does it.
  public var forgetting: Int?

  /// A list that isn't there yet.
  public init() {}

  /// The conversation that commands are for.
  public var subject: Int? {
    if let opened { return opened.id }
    guard let rows, rows.indices.contains(row) else { return nil }
    return rows[row].id
  }

  mutating func move(by steps: Int) {
    forgetting = nil
    if let opened {
      self.opened?.scroll = min(max(0, opened.scroll + steps), max(0, opened.lines.count - 1))
    } else {
      row = min(max(0, row + steps), max(0, (rows?.count ?? 0) - 1))
    }
  }
}

/// What the screen wants of the history.
public enum HistoryRequest: Sendable, Equatable {
  /// All conversations, newest first.
  case list
  /// The places where these words were said.
  case search(String)
  /// The lines of a conversation.
  case open(Int)
  /// Delete a conversation for good, then the list.
  case forget(Int)
  /// Write a conversation to a file, whose ending tells the form; nil: the one on the screen.
  case export(Int?, path: String)
}

/// What the history answers.
public enum HistoryAnswer: Sendable, Equatable {
  /// The list; with what was searched for.
  case rows([HistoryBrowser.Row], query: String?)
  /// A conversation.
  case opened(HistoryBrowser.Opened)
}
