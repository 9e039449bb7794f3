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
      let whole = try await translation(of: text, from: source, given, feed)
      await give(SentenceSplitter.sentences(in: whole.text, isWhole: true), given, feed, doubt: whole.doubt)
      for index in given.surplus {
        await emit(.translated(Translation(target: target, sentence: index, revision: 3, text: "")))
      }
      await emit(.milestone(.translated))
      return nil
    } catch {
      return error
    }
  }

  private func translation(
    of text: String, from source: LanguageTag?, _ given: GivenSentences,
    _ feed: AsyncStream<(index: Int, text: String)>.Continuation
  ) async throws(BackendError) -> TranslatedText {
    guard source != target else { return TranslatedText(text: text) }
    let passage = Passage(
      text: text, source: source, target: target, terms: request.glossary.terms(from: source, to: target),
      context: request.context)
    let check = SentenceCheck(passage)
    var whole = try await translator.translate(passage) { [emit, target] partial in
      let partial = String(partial.drop(while: \.isWhitespace))
      let complete = check.trusted(SentenceSplitter.sentences(in: partial, isWhole: false))
      await give(complete, given, feed)
      let rest = partial.dropFirst(complete.reduce(0) { $0 + $1.count })
      guard !rest.isEmpty else { return }
      await emit(
        .translated(
          Translation(target: target, sentence: complete.count, text: String(rest), isFinal: false)))
    }
    whole.text = ScriptConversion.fitted(whole.text, to: target)
    whole.doubt =
      whole.doubt ?? TranslationCheck.wrongScript(whole.text, target: target)
      ?? TranslationCheck.missingTerm(whole.text, passage)
    return whole
  }

  /// Emits the sentences that are new or were changed, and has the new ones spoken unless there is doubt.
  private func give(
    _ sentences: [String], _ given: GivenSentences,
    _ feed: AsyncStream<(index: Int, text: String)>.Continuation, doubt: String? = nil
  ) async {
    for (index, text) in sentences.enumerated() {
      let known = given.put(text, at: index)
      guard known?.trimmed != text.trimmed || doubt != nil else { continue }
      await emit(
        .translated(
          Translation(
            target: target, sentence: index, revision: known == nil ? 1 : 2, text: text, doubt: doubt)))
      if known == nil, doubt == nil { feed.yield((index, text)) }
    }
    given.count = sentences.count
  }

  /// Speaks sentence after sentence: the next is fetched while this one plays.
  private func speak(_ sentences: AsyncStream<(index: Int, text: String)>) async -> BackendError? {
    guard request.wantsSpeech else { return nil }
    do throws(BackendError) {
      for await (index, text) in sentences where text.contains(where: { $0.isLetter || $0.isNumber }) {
        let spoken = SpokenText(
          text: text.trimmed, language: target, voice: request.voices[target], speed: request.speed)
        try await synthesizer.speak(spoken) { [emit, target] bytes in
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
  private struct State {
    var texts: [String] = []
    var count = 0
  }
  private let state = Mutex(State())

  /// How many sentences the newest reading has.
  var count: Int {
    get { state.withLock { $0.count } }
    set { state.withLock { $0.count = newValue } }
  }

  /// Sentences of an earlier reading that the newest doesn't have.
  var surplus: Range<Int> { state.withLock { min($0.count, $0.texts.count)..<$0.texts.count } }

  /// Puts a sentence in its place; gives what stood there.
  func put(_ text: String, at index: Int) -> String? {
    state.withLock { state in
      guard index < state.texts.count else {
        state.texts.append(text)
        return nil
      }
      defer { state.texts[index] = text }
      return state.texts[index]
    }
  }
}
