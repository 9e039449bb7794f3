/// A turn is one utterance, its translation and its speech. The text and audio of it live elsewhere;
/// this is its name.
public enum Turn {
  /// Numbers turns in the order they began, from 1.
  public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number.
    public let number: Int

    /// The turn with this number.
    public init(_ number: Int) { self.number = number }

    /// The number in digits.
    public var description: String { String(number) }

    /// The order in which turns began.
    public static func < (a: ID, b: ID) -> Bool { a.number < b.number }
  }
}
