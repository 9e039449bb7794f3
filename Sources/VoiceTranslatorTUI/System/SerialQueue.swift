import Glibc
import Synchronization

/// Jobs run one after another on one thread of their own: for the disk, which may block at any time.
final class SerialQueue: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isRunning = false
  }
  private let state = Mutex(State())

  /// Runs a job after those before it. The thread lives only while there are jobs.
  func run(_ job: @escaping @Sendable () -> Void) {
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard mustStart else { return }
    // Without a thread the job is still done, here: late is better than lost.
    if !Thread.start({ [self] in drain() }) { drain() }
  }

  /// Waits until all jobs given so far are done, or until the time is up.
  func finish(within limit: Duration) {
    let deadline = ContinuousClock.now + limit
    while state.withLock({ $0.isRunning }) && ContinuousClock.now < deadline { usleep(2_000) }
  }

  private func drain() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.jobs.removeFirst()
    }
  }
}
