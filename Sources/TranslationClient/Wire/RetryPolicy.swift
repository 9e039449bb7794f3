/// When a failed request is sent again: twice, as OpenAI's own client does.
///
/// Retried are connection failures, time-outs, rate limits and a server's failures; never a key, a quota or a
/// request that is wrong. A server's `Retry-After` counts up to two minutes; else 0.5 s doubling to 8 s, less up to
/// a quarter at random so that many clients don't come back together.
public struct RetryPolicy: Sendable {
  /// How often at most.
  public var limit = 2
  /// The first pause.
  public var firstPause = Duration.milliseconds(500)

  /// The usual policy.
  public init() {}

  /// How long to wait after an error before trying again; nil: not at all. `attempt` counts from 0. `isWorthIt`
  /// is what the server says of it (`x-should-retry`), which overrules what the error means.
  func pause(after error: BackendError, isWorthIt: Bool? = nil, attempt: Int) -> Duration? {
    guard attempt < limit, isWorthIt ?? (error.mayPass || error.status == 409) else { return nil }
    var asked = error.retryAfter
    if case .rateLimited(let retryAfter) = error.kind { asked = retryAfter }
    if let asked, asked > .zero { return asked <= .seconds(120) ? asked : nil }
    let pause = min(firstPause * (1 << min(attempt, 10)), .seconds(8))
    return pause * Double.random(in: 0.75...1)
  }
}
