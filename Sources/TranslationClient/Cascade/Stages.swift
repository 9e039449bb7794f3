import VoiceTranslatorCore

/// Turns speech into text.
protocol Recognizer: Sendable {
  /// Recognises an utterance that may still grow, emitting hypotheses (the final one too), `inputSent` and what
  /// language was detected. Returns the final text, and the language when it was detected.
  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition
}

/// What a recogniser heard; an empty text means that there were no words.
struct Recognition: Sendable, Equatable {
  var text: String
  var detected: LanguageTag?
}

/// Turns text into text of another language.
protocol Translator: Sendable {
  /// Translates; `partial` gets what there is of the translation so far, as it grows. `source` is nil when unknown.
  func translate(
    _ text: String, from source: LanguageTag?, to target: LanguageTag,
    partial: @escaping @Sendable (String) async -> Void
  ) async throws(BackendError) -> String
}

/// Turns text into encoded speech.
protocol Synthesizer: Sendable {
  /// Speaks; `audio` gets the encoded bytes as they come. `voice` nil: the service's default for the language.
  func speak(
    _ text: String, in language: LanguageTag, voice: String?, speed: Double,
    audio: @escaping @Sendable ([UInt8]) async -> Void
  ) async throws(BackendError)
}
