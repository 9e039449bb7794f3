import CCurl
import Synchronization

/// One request under way. Its libcurl handle and all but the locked state belong to the network thread.
final class Transfer: @unchecked Sendable {
  /// What the caller waits for: the head, then the body's stream.
  private struct Waiting {
    var caller: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>?
    /// The outcome, which may be there before the caller waits for it.
    var result: Result<HTTPResponse, HTTPError>?
  }

  let request: HTTPRequest
  private let waiting = Mutex(Waiting())
  private let body: AsyncThrowingStream<[UInt8], any Error>
  private let bodyInput: AsyncThrowingStream<[UInt8], any Error>.Continuation

  // The network thread's own.
  var easy: UnsafeMutableRawPointer?
  var headerList: UnsafeMutablePointer<curl_slist>?
  var lastActivity = ContinuousClock.now
  private var status = 0
  private var headers: [String: String] = [:]
  private var received = 0
  var ownError: HTTPError?
  /// Bytes that went up so far, as libcurl counts them.
  var uploaded = 0

  init(_ request: HTTPRequest, onAbandon: @escaping @Sendable (Transfer) -> Void) {
    self.request = request
    (body, bodyInput) = AsyncThrowingStream.makeStream(of: [UInt8].self, throwing: (any Error).self)
    bodyInput.onTermination = { [weak self] reason in
      if case .cancelled = reason, let self { onAbandon(self) }
    }
  }

  /// Waits for the response's head.
  func head() async -> Result<HTTPResponse, HTTPError> {
    await withCheckedContinuation { continuation in
      let result = waiting.withLock { waiting in
        if waiting.result == nil { waiting.caller = continuation }
        return waiting.result
      }
      if let result { continuation.resume(returning: result) }
    }
  }

  /// Ends the transfer for the caller: nil: it is complete.
  func finish(_ error: HTTPError?) {
    if let error {
      give(.failure(error))
      bodyInput.finish(throwing: error)
    } else {
      give(.success(HTTPResponse(status: status, headers: headers, body: body)))
      bodyInput.finish()
    }
  }

  /// The first outcome counts: the head, or the error before it.
  private func give(_ result: Result<HTTPResponse, HTTPError>) {
    let caller = waiting.withLock { waiting in
      if waiting.result == nil { waiting.result = result }
      defer { waiting.caller = nil }
      return waiting.caller
    }
    caller?.resume(returning: result)
  }

  /// The request is up and the answer is awaited: from here on silence is counted.
  var isAnswerDue: Bool {
    if case .stream(let stream) = request.body { return stream.isDrained }
    return true
  }

  // MARK: called by libcurl on the network thread

  func takeHeader(_ line: String) {
    lastActivity = .now
    if line.hasPrefix("HTTP/") {
      // A new head: after a redirect or a 100 the earlier one is void.
      headers = [:]
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
      headers[line[..<colon].lowercased()] = String(value.prefix { !$0.isNewline })
    } else if line.allSatisfy(\.isNewline), status >= 200, !isRedirect {
      // The answer's head is complete: the caller may look at it while the body comes.
      give(.success(HTTPResponse(status: status, headers: headers, body: body)))
    }
  }

  /// False when the answer is too large, which ends the transfer.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lastActivity = .now
    received += bytes.count
    guard received <= request.responseLimit else {
      ownError = HTTPError(.tooLarge)
      return false
    }
    bodyInput.yield(Array(bytes))
    return true
  }

  func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    lastActivity = .now
    guard case .stream(let stream) = request.body else { return 0 }
    return stream.read(into: buffer) ?? Int(CURL_READFUNC_PAUSE)
  }

  private var isRedirect: Bool { (300...308).contains(status) && headers["location"] != nil }
}
