/// A conversation that was kept: what was said in it, in order. Its JSON form is that of `history export --format json`.
public struct Conversation: Sendable, Equatable, Codable {
  /// The number the user calls it by; it is another one on another machine.
  public var id: Int
  /// What it is known by everywhere, so that an import doesn't bring it twice.
  public var uuid: String
  /// When it began.
  public var began: Timestamp
  /// When the last thing was said.
  public var ended: Timestamp
  /// The backend it began with.
  public var backend: String
  /// What was said, in order.
  public var utterances: [ConversationUtterance]

  /// A conversation.
  public init(
    id: Int = 0, uuid: String, began: Timestamp, ended: Timestamp, backend: String,
    utterances: [ConversationUtterance] = []
  ) {
    self.id = id
    self.uuid = uuid
    self.began = began
    self.ended = ended
    self.backend = backend
    self.utterances = utterances
  }
}

/// A conversation in a list.
public struct ConversationSummary: Sendable, Equatable, Codable {
  /// The number the user calls it by.
  public var id: Int
  /// When it began.
  public var began: Timestamp
  /// When the last thing was said.
  public var ended: Timestamp
  /// The languages spoken and translated to, by their tags.
  public var languages: [LanguageTag]
  /// The backend it began with.
  public var backend: String
  /// How many utterances it has.
  public var utterances: Int
  /// What was said first.
  public var opening: String

  /// A row of a list.
  public init(
    id: Int, began: Timestamp, ended: Timestamp, languages: [LanguageTag], backend: String, utterances: Int,
    opening: String
  ) {
    self.id = id
    self.began = began
    self.ended = ended
    self.languages = languages
    self.backend = backend
    self.utterances = utterances
    self.opening = opening
  }
}

/// A place in the history where words were found.
public struct HistoryHit: Sendable, Equatable, Codable {
  /// The conversation's number.
  public var conversation: Int
  /// The utterance.
  public var utterance: ConversationUtterance

  /// An utterance of a conversation.
  public init(conversation: Int, utterance: ConversationUtterance) {
    self.conversation = conversation
    self.utterance = utterance
  }
}
