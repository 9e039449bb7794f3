import Glibc

/// A counting semaphore that a real-time thread may post to.
final class Semaphore: @unchecked Sendable {
  private let raw: UnsafeMutablePointer<sem_t>

  init() {
    raw = .allocate(capacity: 1)
    sem_init(raw, 0, 0)
  }

  deinit {
    sem_destroy(raw)
    raw.deallocate()
  }

  func post() { sem_post(raw) }

  /// Waits for a post; false when none came in time.
  @discardableResult
  func wait(for limit: Duration) -> Bool {
    var until = timespec()
    clock_gettime(CLOCK_REALTIME, &until)
    let nanoseconds = until.tv_nsec + Int(limit / .nanoseconds(1))
    until.tv_sec += nanoseconds / 1_000_000_000
    until.tv_nsec = nanoseconds % 1_000_000_000
    while sem_timedwait(raw, &until) != 0 { if errno != EINTR { return false } }
    return true
  }
}
