import VoiceTranslatorCore

/// What a shell may offer in the place of a value.
enum Completion: Equatable {
  case nothing
  case file
  case words([String])
  /// Language tags, `extra` words beside them; several, separated by commas, where `isList`.
  case languages(extra: [String], isList: Bool)
  /// The first column of what `voice-translator WORDS` prints.
  case firstColumn(String)

  /// The words known beforehand.
  var words: [String] {
    switch self {
    case .words(let words): words
    case .languages(let extra, _): extra + Language.all.map(\.tag.description)
    case .nothing, .file, .firstColumn: []
    }
  }
}
