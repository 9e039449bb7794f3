import TranslationClient

extension TranslationBackend {
  /// Waits until turns can run; gives the error that they would meet when that is not so within `limit`. Only an engine
  /// that is loading or not yet there is waited for. `progress` hears of every look.
  func failureToBeReady(
    within limit: Duration, progress: (BackendHealth) -> Void = { _ in }
  ) async -> BackendError? {
    let deadline = ContinuousClock.now + limit
    while true {
      let health = await health()
      progress(health)
      switch health {
      case .ready: return nil
      case .failing(let error) where error.kind != .unreachable || ContinuousClock.now >= deadline:
        return error
      case .loading where ContinuousClock.now >= deadline: return BackendError(.timedOut, backend: name)
      case .failing, .loading: break
      }
      do { try await Task.sleep(for: .milliseconds(100)) } catch {
        return BackendError(.cancelled, backend: name)
      }
    }
  }
}
