public import VoiceTranslatorCore

/// Something that turns speech or text into text and speech in other languages: one service, or a cascade.
///
/// The whole turn is the seam, because an end-to-end speech model can't be cut into stages.
public protocol TranslationBackend: Sendable {
  /// The name under which the configuration knows it.
  var name: String { get }

  /// What it can do now. Called at the start and whenever the backend may have changed; may go over the
  /// network, and throws what ``run(_:_:emit:)`` would throw.
  func capabilities() async throws(BackendError) -> Capabilities

  /// Whether it is up: loading, ready, or the error that a turn would meet. Returns within seconds.
  func health() async -> BackendHealth

  /// Opens what a turn will need, so that the key press doesn't pay for it. Never fails; never sends content.
  func warmUp() async

  /// Runs one turn to its end: returns when all is said, throws when the turn can't go on.
  ///
  /// `emit` is called in order and may suspend; only `inputSent` may come while another call is under way. None
  /// comes after the return. Cancelling the calling task ends
  /// the turn at the backend too, and makes this throw ``BackendError`` with kind `cancelled`.
  func run(
    _ input: TurnInput, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError)
}

/// How a backend is.
public enum BackendHealth: Sendable, Equatable {
  /// It is there and getting ready; progress 0...1 when known.
  case loading(progress: Double?)
  /// A turn can start.
  case ready
  /// A turn would fail like this.
  case failing(BackendError)
}
