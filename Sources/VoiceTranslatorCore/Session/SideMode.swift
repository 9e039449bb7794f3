/// How it is known who of two people speaks.
public enum SideMode: Sendable, Hashable {
  /// One person speaks.
  case one
  /// Each has a talk key.
  case two
  /// The backend finds out which of the two languages was spoken.
  case auto
}
