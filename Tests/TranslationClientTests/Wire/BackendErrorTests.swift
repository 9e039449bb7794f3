import Testing
import VoiceTranslatorCore

@testable import TranslationClient

@Suite struct BackendErrorTests {
  private let context = ErrorContext(backend: "cloud", host: "api.example.com", stage: .translate)

  @Test(arguments: [
    (
      #"{"error":{"message":"Bad model","type":"invalid_request_error","param":null,"code":null}}"#,
      "Bad model"
    ),
    (#"{"error":"FFmpeg conversion failed."}"#, "FFmpeg conversion failed."),
    (#"{"detail":"No such model"}"#, "No such model"),
    (#"{"detail":{"error":{"message":"only json"}}}"#, "only json"),
    (
      #"{"detail":[{"type":"missing","loc":["body","file"],"msg":"Field required","input":null}]}"#,
      "Field required"
    ),
    (#"{"detail":{"error":"validation","message":"Voice unknown","type":"x"}}"#, "validation"),
    (#"{"message":"Forbidden"}"#, "Forbidden"),
    (#"{"error":{"code":501,"message":"no audio model","type":"not_supported_error"}}"#, "no audio model"),
    ("Invalid request", "Invalid request"),
    ("", "status 400"),
  ])
  func `the server's words are found in every shape`(body: String, message: String) {
    let error = BackendError(
      status: 400, headers: ["content-type": "application/json"], body: Array(body.utf8), context)
    #expect(error.detail == message)
    #expect(error.kind == .rejected)
    #expect((error.backend, error.host, error.status) == ("cloud", "api.example.com", 400))
  }

  @Test func `a page is not quoted`() {
    let error = BackendError(
      status: 500, headers: ["content-type": "text/html; charset=utf-8"], body: Array("<html>oops".utf8),
      context)
    #expect(error.detail == "status 500")
    #expect(error.kind == .failed)
  }

  @Test func `words from outside are one line, without control characters, and short`() {
    let body = "a\nb\u{1B}[31mred\u{9B}2J\u{202E}x" + String(repeating: "y", count: 500)
    let detail = BackendError(status: 400, headers: [:], body: Array(body.utf8), context).detail
    #expect(detail.hasPrefix("a bredx"))
    #expect(detail.count == 200)
  }

  @Test(arguments: [
    (401, "", BackendError.Kind.unauthorized), (403, "", .unauthorized), (402, "", .quotaExceeded),
    (408, "", .timedOut), (413, "", .tooLarge), (422, "", .rejected), (456, "", .quotaExceeded),
    (429, "insufficient_quota", .quotaExceeded),
    (429, "rate_limit_exceeded", .rateLimited(retryAfter: .seconds(7))),
    (400, "unsupported_language", .unsupportedLanguages), (500, "", .failed), (503, "", .failed),
    (504, "", .timedOut),
  ])
  func `a status becomes what the user can act on`(status: Int, code: String, kind: BackendError.Kind) {
    let body = #"{"error":{"message":"m","code":"\#(code)"}}"#
    let error = BackendError(status: status, headers: ["retry-after": "7"], body: Array(body.utf8), context)
    #expect(error.kind == kind)
  }

  @Test(arguments: [
    #"{"error":{"message":"m","type":"insufficient_quota","code":"spend_limit"}}"#,
    #"{"detail":[{"msg":"m","type":"credit_balance_exhausted"}]}"#,
  ])
  func `a spent account is known by code or type, in any shape`(body: String) {
    #expect(BackendError(status: 429, headers: [:], body: Array(body.utf8), context).kind == .quotaExceeded)
  }

  @Test func `the time to come back is kept whatever the status`() {
    let error = BackendError(status: 503, headers: ["retry-after": "7"], body: [], context)
    #expect(error.retryAfter == .seconds(7))
    #expect(RetryPolicy().pause(after: error, attempt: 0) == .seconds(7))
  }
}
