import VoiceTranslatorCore

/// Who was asked, for the facts of an error.
struct ErrorContext: Sendable {
  var backend: String
  var host: String
  var stage: Stage?
  /// Made unreadable in what a server says.
  var key: Secret?
}

extension BackendError {
  /// An error below HTTP.
  init(_ error: HTTPError, _ context: ErrorContext) {
    let kind: Kind =
      switch error.kind {
      case .unreachable: .unreachable
      case .timedOut: .timedOut
      case .cancelled: .cancelled
      case .tooLarge: .protocolViolation
      case .redirected: .redirected
      case .untrusted: .untrusted
      case .brokenOff, .failed: .failed
      }
    self.init(
      kind, backend: context.backend, host: context.host, stage: context.stage,
      detail: Sanitizer.line(error.detail, limit: 200))
  }

  /// An answer whose status is not 2xx.
  init(status: Int, headers: [String: String], body: [UInt8], _ context: ErrorContext) {
    let type = (headers["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
    let (words, codes) = ErrorBody.read(body, contentType: type)
    let message = context.key?.redacted(words) ?? words
    let retryAfter = RetryAfter.read(headers)
    let kind: Kind =
      switch status {
      case 403 where !codes.isDisjoint(with: ["dailyLimitExceeded", "quotaExceeded"]): .quotaExceeded
      case 403 where !codes.isDisjoint(with: ["userRateLimitExceeded", "rateLimitExceeded"]):
        .rateLimited(retryAfter: retryAfter)
      case 402, 456: .quotaExceeded
      case 401, 403: .unauthorized
      case 408, 504: .timedOut
      case 413: .tooLarge
      case 429 where !codes.isDisjoint(with: ["insufficient_quota", "credit_balance_exhausted"]):
        .quotaExceeded
      case 429: .rateLimited(retryAfter: retryAfter)
      case 400..<500 where codes.contains("unsupported_language"): .unsupportedLanguages
      case 400..<500: .rejected
      default: .failed
      }
    self.init(
      kind, backend: context.backend, host: context.host, stage: context.stage, status: status,
      detail: message.isEmpty ? "status \(status)" : message)
    self.retryAfter = retryAfter
  }

  /// An answer that is not what the protocol says.
  init(violation detail: String, _ context: ErrorContext) {
    self.init(
      .protocolViolation, backend: context.backend, host: context.host, stage: context.stage,
      detail: Sanitizer.line(detail, limit: 200))
  }
}
