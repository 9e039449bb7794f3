import CALSA
import Glibc
import Synchronization

/// A thread of an audio device. It may hang in a sound server that doesn't answer; then it is left behind.
final class AudioThread: Sendable {
  private let hasEnded = Atomic(false)

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts `run`. False when the system has no thread to give. The name (15 bytes at most) is what tools show.
  func start(name: StaticString, _ run: @escaping @Sendable () -> Void) -> Bool {
    let body = Unmanaged.passRetained(
      Body { [self] in
        name.withUTF8Buffer { calsa_name_thread($0.baseAddress, $0.count) }
        run()
        hasEnded.store(true, ordering: .releasing)
      })
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        context.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    guard status == 0 else {
      body.release()
      hasEnded.store(true, ordering: .releasing)
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Waits for its end, at most so long.
  func waitForEnd(within limit: Duration) {
    let deadline = ContinuousClock.now + limit
    while !hasEnded.load(ordering: .acquiring) && ContinuousClock.now < deadline { usleep(2_000) }
  }
}
