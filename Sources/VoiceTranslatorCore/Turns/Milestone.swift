/// The moments of a turn that are worth timing, in their usual order.
public enum Milestone: String, Sendable, Hashable, CaseIterable {
  /// The talk key went down.
  case pressed
  /// The first sample of the utterance exists.
  case firstSample
  /// The talk key came up (or the input was given whole).
  case released
  /// The last byte of the input was handed to the backend.
  case inputSent
  /// The final text of the last segment.
  case recognized
  /// The last translation is complete.
  case translated
  /// The first byte of encoded speech is there.
  case firstSpeech
  /// The first sample of speech went to the speaker.
  case firstSampleOut
  /// All is said.
  case finished
}
