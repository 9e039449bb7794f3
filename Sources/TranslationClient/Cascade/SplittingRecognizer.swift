import Synchronization
import VoiceTranslatorCore

/// A recogniser that takes recordings of any length, over one that takes them only up to a limit.
struct SplittingRecognizer: Recognizer {
  let base: any Recognizer
  /// The longest recording of one request.
  let longest: Duration
  /// The base uploads while the user speaks, when nobody knows yet how long the recording will be.
  let isLive: Bool

  var services: [Service] { base.services }

  func languages() async throws(BackendError) -> Set<LanguageTag>? { try await base.languages() }

  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    let limit = SpeechFormat.samples(in: longest)
    if !isLive { for await _ in utterance.chunks {} }
    if isLive || utterance.count <= limit {
      do {
        return try await base.recognize(utterance, request, emit: emit)
      } catch {
        guard utterance.isComplete, utterance.count > limit, error.kind == .tooLarge else { throw error }
      }
    }
    return try await recognizePieces(utterance, limit, request, emit)
  }

  private func recognizePieces(
    _ utterance: Utterance, _ limit: Int, _ request: TurnRequest,
    _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    let samples = utterance.samples
    var whole = Recognition(text: "", detected: nil)
    for (index, range) in SpeechSplitter.ranges(samples, limit: limit).enumerated() {
      let piece = Utterance(turn: utterance.turn, samples: Array(samples[range]))
      let gap = whole.text.isEmpty ? "" : " "
      let heard = try await base.recognize(piece, request) { output in
        if case .recognized(var hypothesis) = output {
          hypothesis.segment = index
          hypothesis.text = gap + hypothesis.text
          await emit(.recognized(hypothesis))
        } else {
          await emit(output)
        }
      }
      whole.text += heard.text.isEmpty ? "" : gap + heard.text
      whole.detected = whole.detected ?? heard.detected
    }
    return whole
  }
}
