import Synchronization

/// The events of a recorder or a player, as they came.
final class Log<Event: Sendable>: Sendable {
  private let events = Mutex<[Event]>([])

  func add(_ event: Event) { events.withLock { $0.append(event) } }

  var all: [Event] { events.withLock { $0 } }

  /// Waits for an event; nil when none came. The limit is generous, because machines are busy.
  func wait<Found>(_ limit: Duration = .seconds(20), for find: (Event) -> Found?) async -> Found? {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      if let found = all.lazy.compactMap(find).first { return found }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return nil
  }

  /// Waits for so many events of a kind; false when they did not come.
  func wait(forAtLeast count: Int, where isOne: @Sendable (Event) -> Bool) async -> Bool {
    await wait { _ in self.all.count(where: isOne) >= count ? true : nil } == true
  }
}
