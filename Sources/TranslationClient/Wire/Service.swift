import FoundationEssentials
import VoiceTranslatorCore

/// One HTTP service as a backend's stage sees it: where it is, its key, and how errors name it.
struct Service: Sendable {
  let client: HTTPClient
  let backend: String
  let base: String
  let unixSocket: String?
  let key: Secret?
  let retries: RetryPolicy

  init(
    client: HTTPClient, backend: String, base: String, unixSocket: String? = nil, key: Secret? = nil,
    retries: RetryPolicy = RetryPolicy()
  ) {
    self.client = client
    self.backend = backend
    self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
    self.unixSocket = unixSocket
    self.key = key
    self.retries = retries
  }

  /// Host and port, or the socket's path: what an error names.
  var host: String {
    unixSocket
      ?? String(
        base.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst(2).first ?? "")
  }

  func context(_ stage: Stage?) -> ErrorContext { ErrorContext(backend: backend, host: host, stage: stage) }

  func request(_ method: String, _ path: String, type: String? = nil, body: HTTPRequest.Body = .none)
    -> HTTPRequest
  {
    var headers: [(name: String, value: String)] = [("User-Agent", "voice-translator")]
    if let type { headers.append(("Content-Type", type)) }
    if let key { headers.append(("Authorization", "Bearer \(key.text)")) }
    return HTTPRequest(method, base + path, unixSocket: unixSocket, headers: headers, body: body)
  }

  /// Sends a request once; an answer that is not 2xx is thrown.
  func send(_ request: HTTPRequest, _ stage: Stage?) async throws(BackendError) -> HTTPResponse {
    let response = try await answer(request, stage)
    if response.isSuccess { return response }
    throw try await refusal(response, stage)
  }

  private func answer(_ request: HTTPRequest, _ stage: Stage?) async throws(BackendError) -> HTTPResponse {
    do throws(HTTPError) {
      return try await client.send(request)
    } catch {
      throw BackendError(error, context(stage))
    }
  }

  /// What an answer that is not 2xx means. Throws only when cancelled: the status counts even if the words that
  /// came with it broke off.
  private func refusal(_ response: HTTPResponse, _ stage: Stage?) async throws(BackendError) -> BackendError {
    var body: [UInt8] = []
    do {
      body = try await bytes(response, stage)
    } catch  where error.kind != .cancelled {}
    var error = BackendError(
      status: response.status, headers: response.headers, body: body, context(stage))
    if let key { error.detail = key.redacted(error.detail) }
    return error
  }

  /// Sends a request whose body can be sent again, as often as the retry policy says.
  func sendRepeatedly(_ request: HTTPRequest, _ stage: Stage?) async throws(BackendError) -> HTTPResponse {
    var attempt = 0
    while true {
      var failure: BackendError
      var isWorthIt: Bool?
      do {
        let response = try await answer(request, stage)
        if response.isSuccess { return response }
        failure = try await refusal(response, stage)
        isWorthIt = response.headers["x-should-retry"].flatMap { Bool($0) }
      } catch {
        failure = error
      }
      guard let pause = retries.pause(after: failure, isWorthIt: isWorthIt, attempt: attempt) else {
        throw failure
      }
      attempt += 1
      do { try await Task.sleep(for: pause) } catch {
        throw BackendError(.cancelled, backend: backend, host: host, stage: stage)
      }
    }
  }

  /// The whole body of an answer.
  func bytes(_ response: HTTPResponse, _ stage: Stage?) async throws(BackendError) -> [UInt8] {
    do throws(HTTPError) {
      return try await response.bytes()
    } catch {
      throw BackendError(error, context(stage))
    }
  }
}
