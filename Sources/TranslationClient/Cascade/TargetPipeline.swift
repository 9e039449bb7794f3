import Synchronization
import VoiceTranslatorCore

/// One target of a turn in a cascade: what is heard is translated as it becomes sure, the translation is cut into
/// sentences as it grows, and each is spoken while the rest is still being translated.
///
/// A sentence that changes later is given again with a higher revision; whoever plays it takes the newer one unless the
/// older is already being heard.
struct TargetPipeline: Sendable {
  let translator: any Translator
  let synthesizer: any Synthesizer
  let request: TurnRequest
  let target: LanguageTag
  /// Gets the texts, milestones and speech of this target, in order.
  let emit: @Sendable (TurnOutput) async -> Void

  /// Translates what is heard and speaks it. Gives what went wrong, after the whole translation was emitted if there is
  /// one: a failed voice doesn't take the text away.
  func failure(_ heard: AsyncStream<HeardText.State>) async -> BackendError? {
    let (sentences, feed) = AsyncStream.makeStream(of: SpokenSentence.self)
    async let voice: BackendError? = speak(sentences)
    let failure = await translate(heard, into: feed)
    feed.finish()
    let spoken = await voice
    return failure ?? spoken
  }

  /// Speaks a text that is already in the target language.
  func speak(_ text: String) async throws(BackendError) {
    let (sentences, feed) = AsyncStream.makeStream(of: SpokenSentence.self)
    for (index, sentence) in SentenceSplitter.sentences(in: text, isWhole: true).enumerated() {
      feed.yield(SpokenSentence(index: index, revision: 0, text: sentence))
    }
    feed.finish()
    if let error = await speak(sentences) { throw error }
  }

  private func speak(_ sentences: AsyncStream<SpokenSentence>) async -> BackendError? {
    guard request.wantsSpeech else { return nil }
    return await SpeechFetch(synthesizer: synthesizer, request: request, target: target, emit: emit)
      .failure(sentences)
  }

  private func translate(
    _ heard: AsyncStream<HeardText.State>, into feed: AsyncStream<SpokenSentence>.Continuation
  ) async -> BackendError? {
    let given = GivenSentences()
    /// The passages translated so far, and where the sentences of the next one begin.
    var done: [(passage: String, end: Int)] = []
    do throws(BackendError) {
      for await state in heard where !isOwnLanguage(state.source) {
        let kept = zip(done, state.passages).prefix { $0.passage.trimmed == $1.trimmed }.count
        done.removeLast(done.count - kept)
        for passage in state.passages.dropFirst(kept) {
          let start = done.last?.end ?? 0
          let count = try await translate(passage, from: state.source, at: start, given, feed)
          done.append((passage, start + count))
        }
        guard state.isWhole else { continue }
        // A revision may have left fewer sentences than there were.
        for index in stride(from: done.last?.end ?? 0, to: given.count, by: 1) {
          await give("", at: index, given, feed)
        }
        await emit(.milestone(.translated))
      }
      return nil
    } catch {
      return error
    }
  }

  /// Who lets the language be found out among several says what each is to be translated to, and hears the others only.
  private func isOwnLanguage(_ source: LanguageTag?) -> Bool {
    request.targets.count > 1 && request.source.tag == nil && source?.isSameLanguage(as: target) == true
  }

  /// Translates one passage, whose sentences are numbered from `start` on; gives how many there are.
  private func translate(
    _ passage: String, from source: LanguageTag?, at start: Int, _ given: GivenSentences,
    _ feed: AsyncStream<SpokenSentence>.Continuation
  ) async throws(BackendError) -> Int {
    let whole =
      source == target
      ? passage
      : try await translator.translate(passage.trimmed, from: source, to: target) { [emit, target] partial in
        let partial = String(partial.drop(while: \.isWhitespace))
        let complete = SentenceSplitter.sentences(in: partial, isWhole: false)
        for (index, text) in complete.enumerated() { await give(text, at: start + index, given, feed) }
        let rest = partial.dropFirst(complete.reduce(0) { $0 + $1.count })
        guard !rest.isEmpty else { return }
        await emit(
          .translated(
            Translation(
              target: target, sentence: start + complete.count, text: String(rest), isFinal: false)))
      }
    let sentences = SentenceSplitter.sentences(in: whole, isWhole: true)
    for (index, text) in sentences.enumerated() { await give(text, at: start + index, given, feed) }
    return sentences.count
  }

  /// Emits a sentence that is new or was changed, and has it spoken.
  private func give(
    _ text: String, at index: Int, _ given: GivenSentences, _ feed: AsyncStream<SpokenSentence>.Continuation
  ) async {
    guard let revision = given.put(text, at: index) else { return }
    await emit(
      .translated(Translation(target: target, sentence: index, revision: revision, text: text)))
    feed.yield(SpokenSentence(index: index, revision: revision - 1, text: text))
  }
}

/// The sentences of a translation that were given away so far.
private final class GivenSentences: Sendable {
  private let texts = Mutex<[(text: String, revision: Int)]>([])

  var count: Int { texts.withLock { $0.count } }

  /// Puts a sentence in its place; gives its revision, from 1, or nil when it stood there already.
  func put(_ text: String, at index: Int) -> Int? {
    texts.withLock { texts in
      guard index < texts.count else {
        texts.append((text, 1))
        return 1
      }
      guard texts[index].text.trimmed != text.trimmed else { return nil }
      texts[index] = (text, texts[index].revision + 1)
      return texts[index].revision
    }
  }
}
