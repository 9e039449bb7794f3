import Testing

@testable import TranslationClient

@Suite struct RetryTests {
  @Test(arguments: [
    (["retry-after": "2"], Duration.seconds(2)), (["retry-after": "0.5"], .milliseconds(500)),
    (["retry-after-ms": "250", "retry-after": "9"], .milliseconds(250)),
    (["retry-after": "Thu, 01 Jan 1970 00:01:40 GMT"], .seconds(60)),
    (["retry-after": "Thu, 01 Jan 1970 00:00:01 GMT"], .zero),
  ])
  func `Retry-After is read as seconds and as a date`(headers: [String: String], pause: Duration) {
    #expect(RetryAfter.read(headers, now: 40) == pause)
  }

  @Test(arguments: [
    [:], ["retry-after": "soon"], ["retry-after": "-1"], ["retry-after": "nan"], ["retry-after": "1e99"],
  ])
  func `what is no pause is no pause`(headers: [String: String]) {
    #expect(RetryAfter.read(headers, now: 40) == nil)
  }

  private func pause(_ kind: BackendError.Kind, status: Int? = nil, attempt: Int = 0) -> Duration? {
    RetryPolicy().pause(after: BackendError(kind, backend: "b", status: status), attempt: attempt)
  }

  @Test func `pauses double from half a second, less up to a quarter`() throws {
    var policy = RetryPolicy()
    policy.limit = 10
    for (attempt, longest) in [500, 1000, 2000, 4000, 8000, 8000, 8000].enumerated() {
      let error = BackendError(.unreachable, backend: "b")
      let pause = try #require(policy.pause(after: error, attempt: attempt))
      #expect(pause <= .milliseconds(longest) && pause >= .milliseconds(longest * 3 / 4))
    }
  }

  @Test func `what may pass is tried twice more`() {
    for (kind, status) in [
      (BackendError.Kind.unreachable, nil), (.timedOut, 408), (.failed, 500), (.failed, 503), (.failed, nil),
      (.rejected, 409), (.rateLimited(retryAfter: nil), 429),
    ] {
      #expect(pause(kind, status: status, attempt: 1) != nil, "\(kind)")
      #expect(pause(kind, status: status, attempt: 2) == nil, "\(kind)")
    }
  }

  @Test func `what can't pass is not tried again`() {
    for (kind, status) in [
      (BackendError.Kind.unauthorized, 401), (.quotaExceeded, 429), (.rejected, 400), (.tooLarge, 413),
      (.unsupportedLanguages, 400), (.protocolViolation, nil), (.cancelled, nil),
    ] {
      #expect(pause(kind, status: status) == nil, "\(kind)")
    }
  }

  @Test func `a server's own pause counts up to two minutes`() {
    #expect(pause(.rateLimited(retryAfter: .seconds(3))) == .seconds(3))
    #expect(pause(.rateLimited(retryAfter: .seconds(120))) == .seconds(120))
    #expect(pause(.rateLimited(retryAfter: .seconds(121))) == nil)
  }
}
