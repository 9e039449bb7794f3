import Synchronization

/// The base URLs of one service: used in turn, those that failed rested for a while.
final class Endpoints: Sendable {
  private struct Endpoint {
    var base: String
    var failures = 0
    var restsUntil: ContinuousClock.Instant?
  }
  private struct State {
    var all: [Endpoint]
    var next = 0
    var lastAnswer: ContinuousClock.Instant?
  }
  private let state: Mutex<State>

  /// At least one base URL; a slash at its end is dropped.
  init(_ bases: [String]) {
    state = Mutex(
      State(all: bases.map { Endpoint(base: $0.hasSuffix("/") ? String($0.dropLast()) : $0) }))
  }

  /// How many there are.
  var count: Int { state.withLock { $0.all.count } }

  /// The base URL for the next request: the next in turn that isn't resting; when all rest, the one that is
  /// done with it first.
  func next(at now: ContinuousClock.Instant = .now) -> String {
    state.withLock { state in
      guard !state.all.isEmpty else { return "" }
      let turns = (0..<state.all.count).map { (state.next + $0) % state.all.count }
      let chosen =
        turns.first { state.all[$0].restsUntil.map { $0 <= now } ?? true }
        ?? turns.min { (state.all[$0].restsUntil ?? now) < (state.all[$1].restsUntil ?? now) } ?? 0
      state.next = (chosen + 1) % state.all.count
      return state.all[chosen].base
    }
  }

  /// Whether one other than `base` is fit for a request.
  func hasOther(than base: String, at now: ContinuousClock.Instant = .now) -> Bool {
    state.withLock { $0.all.contains { $0.base != base && ($0.restsUntil.map { $0 <= now } ?? true) } }
  }

  /// When a request was last answered; nil: none was.
  var lastAnswer: ContinuousClock.Instant? { state.withLock { $0.lastAnswer } }

  /// A request to it was answered.
  func succeeded(_ base: String) {
    state.withLock { $0.lastAnswer = .now }
    change(base) { ($0.failures, $0.restsUntil) = (0, nil) }
  }

  /// A request to it failed: it rests for 10 s, twice as long each time, up to five minutes.
  func failed(_ base: String, at now: ContinuousClock.Instant = .now) {
    change(base) { endpoint in
      endpoint.restsUntil = now + min(.seconds(10) * (1 << min(endpoint.failures, 10)), .seconds(300))
      endpoint.failures += 1
    }
  }

  private func change(_ base: String, _ body: (inout Endpoint) -> Void) {
    state.withLock { state in
      guard let index = state.all.firstIndex(where: { $0.base == base }) else { return }
      body(&state.all[index])
    }
  }
}
