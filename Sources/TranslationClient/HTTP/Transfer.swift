import CCurl
import Synchronization

/// One request under way. Its libcurl handle and all but the locked state belong to the network thread.
final class Transfer: @unchecked Sendable {
  /// What the caller waits for: the head, then the body's stream.
  private struct Waiting {
    var caller: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>?
    /// The outcome, when it is there before the caller waits for it.
    var result: Result<HTTPResponse, HTTPError>?
    var isGiven = false
  }

  let request: HTTPRequest
  private let waiting = Mutex(Waiting())
  private let bodyInput: AsyncThrowingStream<[UInt8], any Error>.Continuation

  // The network thread's own.
  var easy: UnsafeMutableRawPointer?
  var headerList: UnsafeMutablePointer<curl_slist>?
  private var pace = Pace()
  /// Until the caller has it: when the caller lets go of it, the transfer is to end.
  private var body: AsyncThrowingStream<[UInt8], any Error>?
  private var status = 0
  private var headers: [String: String] = [:]
  private var received = 0
  private var headerBytes = 0
  private(set) var isOver = false
  var ownError: HTTPError?

  init(_ request: HTTPRequest, onAbandon: @escaping @Sendable (Transfer) -> Void) {
    self.request = request
    let (body, bodyInput) = AsyncThrowingStream.makeStream(of: [UInt8].self, throwing: (any Error).self)
    self.body = body
    self.bodyInput = bodyInput
    bodyInput.onTermination = { [weak self] reason in
      if case .cancelled = reason, let self { onAbandon(self) }
    }
  }

  /// Waits for the response's head.
  func head() async -> Result<HTTPResponse, HTTPError> {
    await withCheckedContinuation { continuation in
      let result = waiting.withLock { waiting in
        if waiting.result == nil { waiting.caller = continuation }
        return waiting.result.take()
      }
      if let result { continuation.resume(returning: result) }
    }
  }

  /// Ends the transfer for the caller: nil: it is complete.
  func finish(_ error: HTTPError?) {
    isOver = true
    if let error {
      give(.failure(error))
      bodyInput.finish(throwing: error)
    } else {
      giveHead()
      bodyInput.finish()
    }
    body = nil
  }

  private func giveHead() {
    guard let body = self.body.take() else { return }
    give(.success(HTTPResponse(status: status, headers: headers, body: body)))
  }

  /// The first outcome counts: the head, or the error before it.
  private func give(_ result: Result<HTTPResponse, HTTPError>) {
    let caller: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>? = waiting.withLock { waiting in
      guard !waiting.isGiven else { return nil }
      waiting.isGiven = true
      if waiting.caller == nil { waiting.result = result }
      return waiting.caller.take()
    }
    caller?.resume(returning: result)
  }

  /// The request is complete on this side: from here on silence is counted.
  var isServersTurn: Bool {
    if case .stream(let stream) = request.body { return stream.isFinished }
    return true
  }

  /// Why the transfer is to be ended now; nil: it may go on. `sent` is how much of the body has gone up so far.
  func overdue(sent: Int64, at now: ContinuousClock.Instant) -> HTTPError? {
    guard isServersTurn else {
      pace = Pace()
      return nil
    }
    return pace.check(bytes: sent + Int64(received + headerBytes), at: now, request.limits)
  }

  // MARK: called by libcurl on the network thread

  func takeHeader(_ line: String) {
    headerBytes += line.utf8.count
    if line.hasPrefix("HTTP/") {
      // A new head: after a redirect or a 100 the earlier one is void.
      headers = [:]
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
      headers[line[..<colon].lowercased()] = String(value.prefix { !$0.isNewline })
    } else if line.allSatisfy(\.isNewline), status >= 200 {
      // The answer's head is complete: the caller may look at it while the body comes.
      giveHead()
    }
  }

  /// False when the answer is too large, which ends the transfer.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    received += bytes.count
    guard received <= request.responseLimit else {
      ownError = HTTPError(.tooLarge)
      return false
    }
    bodyInput.yield(Array(bytes))
    return true
  }

  func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard case .stream(let stream) = request.body else { return 0 }
    return stream.read(into: buffer) ?? Int(CURL_READFUNC_PAUSE)
  }
}
