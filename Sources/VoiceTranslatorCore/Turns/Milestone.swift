/// The moments of a turn that are worth timing, in their usual order.
public enum Milestone: String, Sendable, Hashable, CaseIterable, Codable {
  /// The talk key went down.
  case pressed
  /// The first sample of the utterance exists.
  case firstSample = "first_sample"
  /// Someone began to speak.
  case speechOnset = "speech_onset"
  /// The first words were recognised, not yet finally.
  case firstPartial = "first_partial"
  /// The talk key came up (or the input was given whole).
  case released
  /// The last byte of the input was handed to the backend.
  case inputSent = "last_byte_sent"
  /// The final text of the last segment.
  case recognized = "final_text"
  /// The first word of a translation.
  case firstTranslated = "first_translated_word"
  /// The last translation is complete.
  case translated = "translation"
  /// The first byte of encoded speech is there.
  case firstSpeech = "first_speech_byte"
  /// The first sample of speech went to the speaker.
  case firstSampleOut = "first_sample_out"
  /// All is said.
  case finished = "end"

  /// Passed again with each segment of an utterance: the last time counts, of the others the first.
  public var isLastThatCounts: Bool {
    switch self {
    case .inputSent, .recognized, .translated, .finished: true
    case .pressed, .firstSample, .speechOnset, .firstPartial, .released, .firstTranslated, .firstSpeech,
      .firstSampleOut:
      false
    }
  }
}
