import Synchronization
import VoiceTranslatorCore

/// One target of a turn in a cascade: the translation is cut into sentences as it grows, and each is spoken while the
/// rest is still being translated. A sentence that was given away is never spoken again, whatever comes later.
struct TargetPipeline: Sendable {
  let translator: any Translator
  let synthesizer: any Synthesizer
  let request: TurnRequest
  let target: LanguageTag
  /// Gets the texts, milestones and speech of this target, in order.
  let emit: @Sendable (TurnOutput) async -> Void

  /// Translates a text and speaks it. Gives what went wrong, after the whole translation was emitted if there is one:
  /// a failed voice doesn't take the text away.
  func failure(_ text: String, from source: LanguageTag?) async -> BackendError? {
    let (sentences, feed) = AsyncStream.makeStream(of: (index: Int, text: String).self)
    async let voice: BackendError? = speak(sentences)
    let failure = await translate(text, from: source, into: feed)
    feed.finish()
    let spoken = await voice
    return failure ?? spoken
  }

  /// Speaks a text that is already in the target language.
  func speak(_ text: String) async throws(BackendError) {
    let (sentences, feed) = AsyncStream.makeStream(of: (index: Int, text: String).self)
    for item in SentenceSplitter.sentences(in: text, isWhole: true).enumerated() {
      feed.yield((item.offset, item.element))
    }
    feed.finish()
    if let error = await speak(sentences) { throw error }
  }

  private func translate(
    _ text: String, from source: LanguageTag?,
    into feed: AsyncStream<(index: Int, text: String)>.Continuation
  ) async -> BackendError? {
    let given = GivenSentences()
    do throws(BackendError) {
      let whole =
        source == target
        ? text
        : try await translator.translate(text, from: source, to: target) { [emit, target] partial in
          let partial = String(partial.drop(while: \.isWhitespace))
          let complete = SentenceSplitter.sentences(in: partial, isWhole: false)
          await give(complete, given, feed)
          let rest = partial.dropFirst(complete.reduce(0) { $0 + $1.count })
          guard !rest.isEmpty else { return }
          await emit(
            .translated(
              Translation(target: target, sentence: complete.count, text: String(rest), isFinal: false)))
        }
      await give(SentenceSplitter.sentences(in: whole, isWhole: true), given, feed)
      await emit(.milestone(.translated))
      return nil
    } catch {
      return error
    }
  }

  /// Emits the sentences that are new or were changed, and has the new ones spoken.
  private func give(
    _ sentences: [String], _ given: GivenSentences,
    _ feed: AsyncStream<(index: Int, text: String)>.Continuation
  ) async {
    for (index, text) in sentences.enumerated() {
      let known = given.put(text, at: index)
      guard known?.trimmed != text.trimmed else { continue }
      await emit(
        .translated(
          Translation(target: target, sentence: index, revision: known == nil ? 1 : 2, text: text)))
      if known == nil { feed.yield((index, text)) }
    }
  }

  /// Speaks sentence after sentence: the next is fetched while this one plays.
  private func speak(_ sentences: AsyncStream<(index: Int, text: String)>) async -> BackendError? {
    guard request.wantsSpeech else { return nil }
    do throws(BackendError) {
      for await (index, text) in sentences where text.contains(where: { $0.isLetter || $0.isNumber }) {
        try await synthesizer.speak(
          text.trimmed, in: target, voice: request.voices[target], speed: request.speed
        ) { [emit, target] bytes in
          await emit(.milestone(.firstSpeech))
          await emit(.speech(SpeechChunk(target: target, sentence: index, bytes: bytes, isLast: false)))
        }
        await emit(.speech(SpeechChunk(target: target, sentence: index, bytes: [])))
      }
      return nil
    } catch {
      return error
    }
  }
}

/// The sentences of a translation that were given away so far.
private final class GivenSentences: Sendable {
  private let texts = Mutex<[String]>([])

  /// Puts a sentence in its place; gives what stood there.
  func put(_ text: String, at index: Int) -> String? {
    texts.withLock { texts in
      guard index < texts.count else {
        texts.append(text)
        return nil
      }
      defer { texts[index] = text }
      return texts[index]
    }
  }
}
