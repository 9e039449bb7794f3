import VoiceTranslatorCore

/// Plays events at times (in milliseconds) to a detector, asking it for decisions at every deadline between them, as
/// the loop does.
struct HoldPlay {
  var detector: HoldDetector
  private(set) var log: [(at: Int, decision: HoldDetector.Decision)] = []
  private var now = 0

  init(releases: Bool = false, timing: HoldDetector.Timing? = nil, limit: Duration = .seconds(600)) {
    detector = HoldDetector(settings: .init(limit: limit), timing: timing)
    detector.hasReleases = releases
  }

  mutating func press(at time: Int) { key(.press, at: time) }
  mutating func release(at time: Int) { key(.release, at: time) }

  mutating func key(_ action: Key.Action, at time: Int) {
    advance(to: time)
    note(detector.key(action, at: .milliseconds(time)))
  }

  /// The same action at each of several times.
  mutating func keys(_ action: Key.Action = .press, at times: some Sequence<Int>) {
    for time in times { key(action, at: time) }
  }

  mutating func otherKey(at time: Int) {
    advance(to: time)
    note(detector.otherKey(at: .milliseconds(time)))
  }

  mutating func focusLost(at time: Int) {
    advance(to: time)
    note(detector.focusLost(at: .milliseconds(time)))
  }

  mutating func focusGained(at time: Int) {
    advance(to: time)
    detector.focusGained(at: .milliseconds(time))
  }

  mutating func voice(at time: Int) {
    advance(to: time)
    detector.voiceHeard(at: .milliseconds(time))
  }

  mutating func advance(to time: Int) {
    while let deadline = detector.deadline {
      let due = max(Int((deadline / .milliseconds(1)).rounded(.up)), now)
      guard due <= time else { break }
      now = due
      let decisions = detector.tick(at: .milliseconds(due))
      note(decisions)
      // A deadline at which nothing is decided and which stays would make the loop spin.
      precondition(
        !decisions.isEmpty || detector.deadline != deadline, "the deadline \(deadline) decides nothing")
    }
    now = time
  }

  private mutating func note(_ decisions: [HoldDetector.Decision]) { log += decisions.map { (now, $0) } }

  /// What was decided, in words with their times.
  var story: [String] {
    log.map { at, decision in
      switch decision {
      case .started: "started \(at)"
      case .latched: "latched \(at)"
      case .held: "held \(at)"
      case .ended: "ended \(at)"
      case .limitNear(let seconds): "limit \(seconds)"
      }
    }
  }

  /// When takes began.
  var startedAt: [Int] { log.filter { $0.decision == .started }.map(\.at) }

  var starts: Int { log.count { $0.decision == .started } }

  /// When takes were decided to end, and up to when they are kept.
  var ends: [(at: Int, keptTo: Int)] {
    log.compactMap {
      guard case .ended(let since) = $0.decision else { return nil }
      return ($0.at, $0.at - Int(since / .milliseconds(1)))
    }
  }
}
