import VoiceTranslatorCore

/// A sentence to be spoken; an empty one takes an earlier revision back.
struct SpokenSentence: Sendable {
  var index: Int
  var revision: Int
  var text: String

  /// Whether there is anything to pronounce.
  var hasWords: Bool { text.contains { $0.isLetter || $0.isNumber } }
}

/// Fetches the speech of one sentence after the other and gives it in order. The next one is fetched as soon as the
/// first bytes of this one are there, so that it is at hand when this one was played.
struct SpeechFetch: Sendable {
  let synthesizer: any Synthesizer
  let request: TurnRequest
  let target: LanguageTag
  let emit: @Sendable (TurnOutput) async -> Void

  /// Requests that may be under way at the same time.
  private static let mostAtOnce = 2

  /// The speech of one sentence as it arrives.
  private struct Lane: Sendable {
    var sentence: SpokenSentence
    var bytes: AsyncStream<[UInt8]>
  }

  /// Speaks every sentence; gives what went wrong, after which nothing more is spoken.
  func failure(_ sentences: AsyncStream<SpokenSentence>) async -> BackendError? {
    let (lanes, lane) = AsyncStream.makeStream(of: Lane.self)
    async let passing: Void = pass(lanes)
    let failure = await withTaskGroup(of: BackendError?.self) { group in
      var running = 0
      var failure: BackendError?
      for await sentence in sentences {
        if running == Self.mostAtOnce, let ended = await group.next() {
          running -= 1
          failure = ended
        }
        if failure != nil { break }
        let (bytes, feed) = AsyncStream.makeStream(of: [UInt8].self)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        lane.yield(Lane(sentence: sentence, bytes: bytes))
        group.addTask {
          defer {
            feed.finish()
            start.finish()
          }
          guard sentence.hasWords else { return nil }
          return await fetch(sentence) {
            feed.yield($0)
            start.finish()
          }
        }
        running += 1
        for await _ in started {}
      }
      while failure == nil, let ended = await group.next() { failure = ended }
      group.cancelAll()
      return failure
    }
    lane.finish()
    await passing
    return failure
  }

  private func fetch(
    _ sentence: SpokenSentence, _ take: @escaping @Sendable ([UInt8]) -> Void
  ) async -> BackendError? {
    do throws(BackendError) {
      let spoken = SpokenText(
        text: sentence.text.trimmed, language: target, voice: request.voices[target], speed: request.speed)
      try await synthesizer.speak(spoken) { take($0) }
      return nil
    } catch {
      return error
    }
  }

  private func pass(_ lanes: AsyncStream<Lane>) async {
    for await lane in lanes {
      func chunk(_ bytes: [UInt8], isLast: Bool) -> TurnOutput {
        .speech(
          SpeechChunk(
            target: target, sentence: lane.sentence.index, revision: lane.sentence.revision, bytes: bytes,
            isLast: isLast))
      }
      var isEmpty = true
      for await bytes in lane.bytes {
        await emit(.milestone(.firstSpeech))
        await emit(chunk(bytes, isLast: false))
        isEmpty = false
      }
      // A first revision without words was never anything; a later one takes the earlier back.
      if !isEmpty || lane.sentence.revision > 0 { await emit(chunk([], isLast: true)) }
    }
  }
}
