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
  /// Throws when there is no translation from a language into the target.
  let checkSource: @Sendable (LanguageTag?) throws(BackendError) -> Void
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
        try checkSource(state.source)
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
    _ text: String, from source: LanguageTag?, at start: Int, _ given: GivenSentences,
    _ feed: AsyncStream<SpokenSentence>.Continuation
  ) async throws(BackendError) -> Int {
    let whole = try await translation(of: text.trimmed, from: source, at: start, given, feed)
    let sentences = SentenceSplitter.sentences(in: whole.text, isWhole: true)
    for (index, sentence) in sentences.enumerated() {
      await give(sentence, at: start + index, given, feed, doubt: whole.doubt)
    }
    return sentences.count
  }

  private func translation(
    of text: String, from source: LanguageTag?, at start: Int, _ given: GivenSentences,
    _ feed: AsyncStream<SpokenSentence>.Continuation
  ) async throws(BackendError) -> TranslatedText {
    guard source != target else { return TranslatedText(text: text) }
    let passage = Passage(
      text: text, source: source, target: target, terms: request.glossary.terms(from: source, to: target),
      context: request.context)
    let check = SentenceCheck(passage)
    var whole = try await translator.translate(passage) { [emit, target] partial in
      let partial = String(partial.drop(while: \.isWhitespace))
      let complete = check.trusted(SentenceSplitter.sentences(in: partial, isWhole: false))
      for (index, sentence) in complete.enumerated() { await give(sentence, at: start + index, given, feed) }
      let rest = partial.dropFirst(complete.reduce(0) { $0 + $1.count })
      guard !rest.isEmpty else { return }
      await emit(
        .translated(
          Translation(
            target: target, sentence: start + complete.count, text: String(rest), isFinal: false)))
    }
    whole.text = ScriptConversion.fitted(whole.text, to: target)
    whole.doubt =
      whole.doubt ?? TranslationCheck.wrongScript(whole.text, target: target)
      ?? TranslationCheck.missingTerm(whole.text, passage)
    return whole
  }

  /// Emits a sentence that is new or was changed, and has it spoken unless there is doubt.
  private func give(
    _ text: String, at index: Int, _ given: GivenSentences, _ feed: AsyncStream<SpokenSentence>.Continuation,
    doubt: String? = nil
  ) async {
    guard let revision = given.put(text, at: index, isDoubtful: doubt != nil) else { return }
    await emit(
      .translated(
        Translation(target: target, sentence: index, revision: revision, text: text, doubt: doubt)))
    // What is doubtful takes back what it replaces.
    if doubt == nil || revision > 1 {
      feed.yield(SpokenSentence(index: index, revision: revision - 1, text: doubt == nil ? text : ""))
    }
  }
}

/// Which sentences of a translation that still grows may be spoken already: each is held against the sentence that it
/// translates, because what a model says instead of a translation must not be heard.
private struct SentenceCheck: Sendable {
  private let passage: Passage
  private let said: [String]

  init(_ passage: Passage) {
    self.passage = passage
    said = SentenceSplitter.sentences(in: passage.text, isWhole: true)
  }

  func trusted(_ sentences: [String]) -> [String] {
    var count = 0
    while count < min(sentences.count, said.count) {
      var one = passage
      one.text = said[count]
      guard TranslationCheck.doubt(sentences[count], about: one) == nil else { break }
      count += 1
    }
    return Array(sentences.prefix(count))
  }
}

/// The sentences of a translation that were given away so far.
private final class GivenSentences: Sendable {
  private let texts = Mutex<[(text: String, revision: Int)]>([])

  var count: Int { texts.withLock { $0.count } }

  /// Puts a sentence in its place; gives its revision, from 1, or nil when it stood there already.
  func put(_ text: String, at index: Int, isDoubtful: Bool) -> Int? {
    texts.withLock { texts in
      guard index < texts.count else {
        texts.append((text, 1))
        return 1
      }
      guard texts[index].text.trimmed != text.trimmed || isDoubtful else { return nil }
      texts[index] = (text, texts[index].revision + 1)
      return texts[index].revision
    }
  }
}
