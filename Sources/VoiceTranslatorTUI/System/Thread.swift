import CTerm
import Glibc

/// A thread of the program's own, for work that blocks; the Swift pool must never block.
enum Thread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread. It gets the crash guard's signal stack, so that a crash on it restores the
  /// terminal too. Returns false when the system has no thread to give.
  @discardableResult
  static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    let body = Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        ct_guard_thread()
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard status == 0 else {
      body.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
