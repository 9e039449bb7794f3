/// One sentence about what happened, and one about what to do.
public struct Notice: Sendable, Equatable {
  /// The cause, a sentence.
  public var message: String
  /// What the user can do, a sentence; empty when there is nothing to do.
  public var remedy: String
  /// Whether something failed; otherwise it is information.
  public var isError: Bool

  /// A notice with its remedy. Both are sanitised here, because they may quote text from outside.
  public init(_ message: String, remedy: String = "", isError: Bool = true) {
    self.message = Sanitizer.line(message)
    self.remedy = Sanitizer.line(remedy)
    self.isError = isError
  }

  /// Both sentences in one line.
  public var text: String { remedy.isEmpty ? message : "\(message) \(remedy)" }
}
