extension Service {
  /// A connection that was used so lately is still open.
  private static let keptOpen = Duration.seconds(50)

  /// Opens a connection, unless there is one, so that the next request need not wait for it. Sends neither content
  /// nor key.
  func warmUp() async {
    if let last = endpoints.lastAnswer, ContinuousClock.now - last < Self.keptOpen { return }
    _ = await reachError()
  }

  /// Why the service can't be reached now; nil: it can, whatever it answers.
  func reachError() async -> BackendError? {
    var limits = TimeLimits()
    limits.connect = .seconds(3)
    limits.total = .seconds(3)
    do throws(BackendError) {
      _ = try await withoutKeyField.sendOnce(ServiceCall("HEAD", ""), nil, limits: limits)
      return nil
    } catch {
      return error.status == nil && error.kind != .redirected ? error : nil
    }
  }
}
