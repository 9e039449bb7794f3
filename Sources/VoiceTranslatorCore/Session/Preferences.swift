extension Session {
  /// Wishes from the configuration that the session keeps to.
  public struct Preferences: Sendable, Equatable {
    /// The voice for each language.
    public var voices: [LanguageTag: String]
    /// Speaking rate.
    public var speed: Double
    /// Whether translations are spoken.
    public var speaks: Bool
    /// Whether nothing goes to disk.
    public var isPrivate: Bool
    /// Which key asks for what.
    public var bindings: KeyBindings

    /// Wishes.
    public init(
      voices: [LanguageTag: String] = [:], speed: Double = 1, speaks: Bool = true,
      isPrivate: Bool = false, bindings: KeyBindings = .standard
    ) {
      self.voices = voices
      self.speed = speed
      self.speaks = speaks
      self.isPrivate = isPrivate
      self.bindings = bindings
    }
  }
}
