import VoiceTranslatorCore

extension Service {
  /// An utterance as a WAVE file, once it is complete.
  func wave(of utterance: Utterance, _ emit: @Sendable (TurnOutput) async -> Void) async throws(BackendError)
    -> [UInt8]
  {
    for await _ in utterance.chunks {}
    guard !Task.isCancelled else { throw cancelled(.recognize) }
    await emit(.milestone(.inputSent))
    let samples = utterance.samples
    return WAVEHeader.bytes(samples: samples.count) + SpeechFormat.littleEndianBytes(samples)
  }
}

extension MultipartForm {
  /// The whole body, with a WAVE file as its last part.
  func whole(file name: String, _ wave: [UInt8]) -> [UInt8] {
    head(file: name, filename: "utterance.wav", type: "audio/wav") + wave + tail
  }
}

extension Recognition {
  /// Emits what was heard, as the last hypothesis of a recogniser that has only one; gives it back.
  func told(
    confidence: Double? = nil, alternatives: [Hypothesis.Alternative] = [],
    _ emit: @Sendable (TurnOutput) async -> Void
  ) async -> Recognition {
    if let detected { await emit(.detected(detected, probability: 1)) }
    if !text.isEmpty {
      await emit(
        .recognized(
          Hypothesis(
            revision: .max, text: text, isFinal: true, confidence: confidence, alternatives: alternatives)))
      await emit(.milestone(.recognized))
    }
    return self
  }
}

extension LanguageTag {
  /// Servers name a language by its code or, as whisper-1 does, by its English name; nil for what is neither.
  static func named(_ word: String) -> LanguageTag? {
    Language.all.first { $0.englishName.lowercased() == word.lowercased() }?.tag
      ?? LanguageTag(word).flatMap { Language(tag: $0)?.tag }
  }
}
