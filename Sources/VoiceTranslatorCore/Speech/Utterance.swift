import Synchronization

/// What one person said in one go: samples in the order they were spoken, append-only.
///
/// One writer (the recorder's thread) appends; any number of readers read from sample 0, each at its own
/// pace, while it grows and after it is complete. So an upload, its retry, a failover and "send again" all
/// read the same recording. The writer holds the lock only for the time of one copy and never waits for a
/// reader. Samples are 16 kHz mono S16 (``SpeechFormat``).
public final class Utterance: Sendable {
  /// The turn this utterance belongs to.
  public let turn: Turn.ID

  private struct State {
    var samples: [Int16] = []
    var isComplete = false
    var hasSpeech = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextTicket = 0
  }
  private let state = Mutex(State())

  /// An empty utterance that grows by ``append(_:)`` until ``complete()``.
  public init(turn: Turn.ID) { self.turn = turn }

  /// A finished utterance, for example one read from a file.
  ///
  /// Whoever chose a file means it: it counts as speech.
  public convenience init(turn: Turn.ID, samples: [Int16]) {
    self.init(turn: turn)
    append(samples)
    markSpeech()
    complete()
  }

  /// Samples so far.
  public var count: Int { state.withLock { $0.samples.count } }

  /// No more samples will come.
  public var isComplete: Bool { state.withLock { $0.isComplete } }

  /// All samples so far.
  public var samples: [Int16] { state.withLock { $0.samples } }

  /// What is never louder than this (−60 dBFS) holds no sound.
  public static let silentPeak = 32

  /// No sample so far is louder than ``silentPeak``.
  public var isSilent: Bool {
    state.withLock { $0.samples.allSatisfy { abs(Int($0)) <= Self.silentPeak } }
  }

  /// Adds samples at the end and wakes the readers. Ignored once complete. Called by the one writer.
  public func append(_ new: some Collection<Int16>) {
    wake(after: { state in if !state.isComplete { state.samples.append(contentsOf: new) } })
  }

  /// Someone speaks in it: until then it must not leave the machine.
  public func markSpeech() {
    wake(after: { $0.hasSpeech = true })
  }

  /// Waits until someone speaks; false when the utterance is complete and nobody did, or when the calling task is
  /// cancelled.
  public func speechBegan() async -> Bool {
    while !Task.isCancelled {
      let (hasSpeech, isComplete) = state.withLock { ($0.hasSpeech, $0.isComplete) }
      if hasSpeech || isComplete { return hasSpeech }
      await wait { $0.hasSpeech || $0.isComplete }
    }
    return false
  }

  /// Marks the end; readers get the rest and then nil.
  public func complete() {
    wake(after: { $0.isComplete = true })
  }

  /// The samples from `index` on as soon as there are any; nil when the utterance is complete and read to its
  /// end, or when the calling task is cancelled.
  public func next(from index: Int) async -> [Int16]? {
    while !Task.isCancelled {
      let (found, isComplete) = state.withLock { state in
        (index < state.samples.count ? Array(state.samples[index...]) : [], state.isComplete)
      }
      if !found.isEmpty { return found }
      if isComplete { return nil }
      await wait { $0.samples.count > index || $0.isComplete }
    }
    return nil
  }

  /// Every sample from the first, chunk by chunk as they arrive, until complete or cancelled.
  public var chunks: Chunks { Chunks(utterance: self) }

  private func wake(after change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until a change after which `isMet` may be true.
  private func wait(until isMet: @Sendable (State) -> Bool) async {
    let ticket = state.withLock { state in
      state.nextTicket += 1
      return state.nextTicket
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          // Checked again under the lock: what is waited for or a cancellation may have come in between.
          if isMet(state) || Task.isCancelled { return true }
          state.waiting[ticket] = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
    }
  }

  /// The samples of an utterance as an asynchronous sequence of non-empty chunks.
  public struct Chunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let utterance: Utterance
    var position = 0

    /// The next non-empty chunk, nil at the end.
    public mutating func next() async -> [Int16]? {
      guard let chunk = await utterance.next(from: position) else { return nil }
      position += chunk.count
      return chunk
    }

    /// Iteration starts at the first sample.
    public func makeAsyncIterator() -> Chunks { Chunks(utterance: utterance) }
  }
}
