/// One of two people at one keyboard.
public enum Side: Sendable, Hashable, CaseIterable {
  /// Who speaks the source language and has the talk key.
  case a
  /// Who speaks the target language and has the second talk key.
  case b
}

/// How it is known who of two people speaks.
public enum SideMode: Sendable, Hashable {
  /// One person speaks.
  case one
  /// Each has a talk key.
  case two
  /// The backend finds out which of the two languages was spoken.
  case auto
}
