/// Watches how fast a transfer moves once the request is complete on this side.
struct Pace {
  private var began: ContinuousClock.Instant?
  private var windowStart = ContinuousClock.now
  private var bytesAtWindowStart: Int64 = 0

  /// Why the transfer is too slow now; nil: it isn't. `bytes` counts both directions from its beginning.
  mutating func check(bytes: Int64, at now: ContinuousClock.Instant, _ limits: TimeLimits) -> HTTPError? {
    guard let began else {
      (began, windowStart, bytesAtWindowStart) = (now, now, bytes)
      return nil
    }
    if let total = limits.total, now - began > total {
      return HTTPError(.timedOut, detail: "no whole answer in \(total)")
    }
    if bytes - bytesAtWindowStart >= limits.slowest {
      (windowStart, bytesAtWindowStart) = (now, bytes)
      return nil
    }
    guard now - windowStart > limits.idle else { return nil }
    return HTTPError(
      .timedOut,
      detail: bytes == bytesAtWindowStart
        ? "no answer for \(limits.idle)" : "hardly any answer for \(limits.idle)")
  }
}
