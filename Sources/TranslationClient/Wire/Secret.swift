/// A key. Its description never shows it, so that no log, error or dump can.
public struct Secret: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  let text: String

  /// A key; white space around it (a file's last line end) is dropped.
  public init(_ text: String) {
    self.text = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// `text` with the key in it made unreadable: some servers quote the key that they refuse.
  func redacted(_ text: String) -> String {
    self.text.isEmpty ? text : text.replacing(self.text, with: description)
  }

  /// Dots.
  public var description: String { "•••" }
  /// Nothing to look into.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
