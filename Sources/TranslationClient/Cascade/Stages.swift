import VoiceTranslatorCore

/// Turns speech into text.
///
/// A recogniser that hears while the user speaks (over a WebSocket, say) reads the utterance as it grows and emits
/// partial hypotheses: nothing else is needed of it.
protocol Recognizer: Sendable {
  /// Recognises an utterance that may still grow, emitting hypotheses (the final one too), `inputSent` and what
  /// language was detected. Returns the final text, and the language when it was detected.
  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition

  /// Where it asks.
  var services: [Service] { get }

  /// The languages it understands; nil: it doesn't say, any is tried.
  func languages() async throws(BackendError) -> Set<LanguageTag>?
}

/// What a recogniser heard; an empty text means that there were no words.
struct Recognition: Sendable, Equatable {
  var text: String
  var detected: LanguageTag?
}

/// A text to be translated, with what a translation of it has to heed.
struct Passage: Sendable, Equatable {
  var text: String
  /// Nil when unknown.
  var source: LanguageTag?
  var target: LanguageTag
  /// The terms that count for this pair.
  var terms: [Glossary.Term] = []
  /// Earlier turns, oldest first.
  var context: [PastTurn] = []
}

/// A translation, and why it may be none.
struct TranslatedText: Sendable, Equatable {
  var text: String
  /// In a few words; nil: nothing speaks against it.
  var doubt: String?
}

/// For each source, how each target is reached.
typealias TranslationPairs = [LanguageTag: [LanguageTag: TranslationRoute]]

/// Turns text into text of another language.
protocol Translator: Sendable {
  /// Translates; `partial` gets what there is of the translation so far, as it grows.
  func translate(_ passage: Passage, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> TranslatedText

  /// Where it asks.
  var services: [Service] { get }

  /// The pairs it has; nil: it doesn't say, any is tried.
  func pairs() async throws(BackendError) -> TranslationPairs?
}

/// A text to be spoken.
struct SpokenText: Sendable, Equatable {
  var text: String
  var language: LanguageTag
  /// As the service names it; nil: the service's default for the language.
  var voice: String?
  /// 1 is the voice's own rate.
  var speed = 1.0
}

/// Turns text into encoded speech. It is given sentence by sentence, none longer than
/// ``SentenceSplitter/longestSentence``: no service has so small a limit.
protocol Synthesizer: Sendable {
  /// Speaks; `audio` gets the encoded bytes as they come.
  func speak(_ spoken: SpokenText, audio: @escaping @Sendable ([UInt8]) async -> Void)
    async throws(BackendError)

  /// Where it asks.
  var services: [Service] { get }

  /// The languages it speaks; nil: it doesn't say, any is tried.
  func languages() async throws(BackendError) -> Set<LanguageTag>?
}

/// A part that asks one service.
protocol OverHTTP {
  var service: Service { get }
}

extension Recognizer {
  var services: [Service] { [] }
  func languages() async throws(BackendError) -> Set<LanguageTag>? { nil }
}

extension Recognizer where Self: OverHTTP {
  var services: [Service] { [service] }
}

extension Translator {
  var services: [Service] { [] }
  func pairs() async throws(BackendError) -> TranslationPairs? { nil }
}

extension Translator where Self: OverHTTP {
  var services: [Service] { [service] }
}

extension Synthesizer {
  var services: [Service] { [] }
  func languages() async throws(BackendError) -> Set<LanguageTag>? { nil }
}

extension Synthesizer where Self: OverHTTP {
  var services: [Service] { [service] }
}
