import VoiceTranslatorCore

/// Turns that failed, in the order in which they were spoken, until each was sent again with success.
///
/// One is sent at a time, so that they come in order. By itself the queue sends only what may succeed unchanged (a
/// network that was gone, a server that failed); the user can have everything sent.
struct UnsentQueue: Equatable {
  /// One turn that waits.
  struct Entry: Equatable {
    var id: Turn.ID
    /// Sent again without any change, it may succeed.
    var mayPass: Bool
  }

  /// Those that wait, oldest first; the one that is being sent is among them.
  private(set) var entries: [Entry] = []
  /// The one that is being sent.
  private(set) var sending: Turn.ID?
  /// Those that the user asked to have sent.
  private var wanted: Set<Turn.ID> = []
  private var failures = 0
  private var restsUntil = Duration.zero

  /// A turn failed at `now` (uptime): it waits (again) in its place.
  mutating func add(_ id: Turn.ID, mayPass: Bool, at now: Duration) {
    wanted.remove(id)
    if sending == id { sending = nil }
    if let index = entries.firstIndex(where: { $0.id == id }) {
      entries[index].mayPass = mayPass
    } else {
      let place = entries.firstIndex { $0.id > id } ?? entries.endIndex
      entries.insert(Entry(id: id, mayPass: mayPass), at: place)
    }
    guard mayPass else { return }
    restsUntil = now + Self.pause(afterFailure: failures)
    failures += 1
  }

  /// A turn needs nothing any more: it was sent, or thrown away.
  mutating func remove(_ id: Turn.ID) {
    if sending == id { (sending, failures, restsUntil) = (nil, 0, .zero) }
    wanted.remove(id)
    entries.removeAll { $0.id == id }
  }

  /// What kept turns from succeeding is over: they need not wait any longer.
  mutating func mayRetry() { (failures, restsUntil) = (0, .zero) }

  /// The user wants one sent now, or everything.
  mutating func want(_ id: Turn.ID?) {
    wanted.formUnion(entries.map(\.id).filter { id == nil || $0 == id })
    mayRetry()
  }

  /// The turn to send now, the oldest that may be sent; nil: none, or one is on its way, or it is too early.
  mutating func next(at now: Duration) -> Turn.ID? {
    guard sending == nil else { return nil }
    let entry =
      entries.first { wanted.contains($0.id) } ?? (now >= restsUntil ? entries.first(where: \.mayPass) : nil)
    sending = entry?.id
    return sending
  }

  /// When it may be tried again by itself; nil: nothing waits for that.
  var retryAt: Duration? { sending == nil && entries.contains(where: \.mayPass) ? restsUntil : nil }

  /// 5 s after the first failure, doubling to two minutes.
  static func pause(afterFailure count: Int) -> Duration {
    min(.seconds(5) * (1 << min(count, 8)), .seconds(120))
  }
}
