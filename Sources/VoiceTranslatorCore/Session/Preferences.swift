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
    /// Names and terms with one right translation.
    public var glossary = Glossary()
    /// Which key asks for what.
    public var bindings: KeyBindings
    /// The keys that are held to talk.
    public var talkKeys: TalkKeys

    /// Wishes.
    public init(
      voices: [LanguageTag: String] = [:], speed: Double = 1, speaks: Bool = true,
      isPrivate: Bool = false, bindings: KeyBindings = .standard, talkKeys: TalkKeys = TalkKeys()
    ) {
      self.voices = voices
      self.speed = speed
      self.speaks = speaks
      self.isPrivate = isPrivate
      self.bindings = bindings
      self.talkKeys = talkKeys
    }
  }
}
