public import VoiceTranslatorCore

/// Runs a long utterance as several turns of another backend, one for each stretch between pauses, while it is still
/// spoken: at the end only the last stretch is left to do, and no recogniser's limit of length is ever met.
///
/// Texts appear as they come; speech is let through stretch after stretch, in order.
public struct SegmentedBackend: TranslationBackend {
  /// Stretches that may be under way at the same time: one being spoken, one being translated.
  private static let mostAtOnce = 2

  private let base: any TranslationBackend

  /// A backend that takes utterances of any length, over one that may not.
  public init(_ base: any TranslationBackend) { self.base = base }

  /// The name under which the configuration knows the backend.
  public var name: String { base.name }

  /// What the backend can do.
  public func capabilities() async throws(BackendError) -> Capabilities { try await base.capabilities() }

  /// How the backend is.
  public func health() async -> BackendHealth { await base.health() }

  /// Opens what a turn will need.
  public func warmUp() async { await base.warmUp() }

  /// Runs one turn; see ``TranslationBackend/run(_:_:emit:)``.
  public func run(
    _ input: TurnInput, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    guard case .speech(let utterance) = input else { return try await base.run(input, request, emit: emit) }
    let order = SegmentOrder(request, emit: emit)
    let (segments, feed) = AsyncStream.makeStream(of: Segment.self)
    let failure = await withTaskGroup(of: BackendError?.self) { group in
      group.addTask {
        await Segment.cut(utterance, emit: emit) { feed.yield($0) }
        feed.finish()
        return nil
      }
      // The one that cuts is under way all the time.
      var running = 1
      var isLong = false
      var failure: BackendError?
      for await segment in segments {
        if running > Self.mostAtOnce, let ended = await group.next() {
          running -= 1
          failure = ended
        }
        if failure != nil { break }
        group.addTask {
          let failure = await run(segment, request, order)
          // Known at once, not with the next pause.
          if failure != nil { feed.finish() }
          return failure
        }
        running += 1
        isLong = segment.index > 0
      }
      while failure == nil, let ended = await group.next() { failure = ended }
      group.cancelAll()
      // Other stretches may not be heard yet: the turn as a whole has failed.
      if isLong { failure?.stage = nil }
      return failure
    }
    if let failure { throw failure }
    if Task.isCancelled { throw BackendError(.cancelled, backend: name) }
    if let silence = order.silence { await emit(.nothingHeard(silence)) }
  }

  private func run(_ segment: Segment, _ request: TurnRequest, _ order: SegmentOrder) async -> BackendError? {
    do throws(BackendError) {
      try await base.run(.speech(segment.utterance), order.request(request)) {
        await order.take($0, of: segment)
      }
      await order.ended(segment)
      return nil
    } catch {
      return error
    }
  }
}
