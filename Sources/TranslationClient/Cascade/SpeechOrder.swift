import VoiceTranslatorCore

/// Lets the targets of a turn work at the same time, and their speech through in the order in which the targets were
/// chosen: what a later target says waits until the earlier ones have said all.
struct SpeechOrder: Sendable {
  private let lanes: [(stream: AsyncStream<TurnOutput>, continuation: AsyncStream<TurnOutput>.Continuation)]

  /// One lane for each target.
  init(lanes count: Int) { lanes = (0..<count).map { _ in AsyncStream.makeStream() } }

  /// Speech waits in the lane; everything else goes straight to `emit`.
  func take(
    _ output: TurnOutput, lane: Int, emit: @Sendable (TurnOutput) async -> Void
  ) async {
    if case .speech = output { lanes[lane].continuation.yield(output) } else { await emit(output) }
  }

  /// The lane's target has said all.
  func close(lane: Int) { lanes[lane].continuation.finish() }

  /// Lets all speech through, lane after lane, until every lane is closed.
  func drain(emit: @Sendable (TurnOutput) async -> Void) async {
    for lane in lanes {
      for await speech in lane.stream { await emit(speech) }
    }
  }
}
