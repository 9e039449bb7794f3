public import VoiceTranslatorCore

extension Backends {
  /// What a kind of backend can do in one stage.
  public struct StageDescription: Sendable {
    /// The languages it has; nil: it says so itself when asked, or any is tried.
    public var languages: Set<LanguageTag>?
    /// How it spells them.
    public var codes: String?
    /// The media type that it is sent.
    public var sends: String
    /// The media type of speech it answers with.
    public var receives: String?
    /// What it makes comes piece by piece.
    public var streams: Bool
    /// It can be sent speech while it is spoken.
    public var uploadsLive: Bool
    /// The longest recording of one request; longer ones are cut.
    public var longest: Duration?
    /// The longest text of one request in characters; longer ones are cut.
    public var textLimit: Int?
    /// It gives other readings.
    public var alternatives: Bool

    init(
      languages: Set<LanguageTag>? = nil, codes: String? = nil, sends: String, receives: String? = nil,
      streams: Bool = false, uploadsLive: Bool = false, longest: Duration? = nil, textLimit: Int? = nil,
      alternatives: Bool = false
    ) {
      self.languages = languages
      self.codes = codes
      self.sends = sends
      self.receives = receives
      self.streams = streams
      self.uploadsLive = uploadsLive
      self.longest = longest
      self.textLimit = textLimit
      self.alternatives = alternatives
    }
  }

  /// One kind of backend, described.
  public struct KindDescription: Sendable {
    /// What the configuration calls it.
    public var name: String
    /// Its name for people.
    public var title: String
    /// The client or server, written by others, that it was tested with; nil: none was.
    public var checkedAgainst: String?
    /// Its stages.
    public var stages: [Stage: StageDescription]
    /// What it does of all stages at once.
    public var fused: StageDescription?

    init(_ kind: Kind) {
      name = kind.name
      title = kind.title
      checkedAgainst = kind.checkedAgainst
      stages = [.recognize: kind.recognize, .translate: kind.translate, .speak: kind.speak].compactMapValues {
        $0
      }
      fused = kind.interpret
    }
  }
}
