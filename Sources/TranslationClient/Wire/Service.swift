import VoiceTranslatorCore

/// One HTTP service as a backend's stage sees it: where it is, its key, and how errors name it.
struct Service: Sendable {
  let client: HTTPClient
  let backend: String
  let endpoints: Endpoints
  let unixSocket: String?
  let key: Secret?
  /// Nil: the key goes into no header.
  let authorization: Authorization?
  let retries: RetryPolicy
  let limits: [Stage: TimeLimits]
  let connection: ConnectionOptions
  private let firstHost: String

  init(
    client: HTTPClient, backend: String, bases: [String], unixSocket: String? = nil, key: Secret? = nil,
    authorization: Authorization = .bearer, retries: RetryPolicy = RetryPolicy(),
    limits: [Stage: TimeLimits] = [:], connection: ConnectionOptions = ConnectionOptions()
  ) {
    self.init(
      client: client, backend: backend, endpoints: Endpoints(bases), unixSocket: unixSocket, key: key,
      authorization: authorization, retries: retries, limits: limits, connection: connection,
      firstHost: unixSocket ?? Self.host(of: bases.first ?? ""))
  }

  private init(
    client: HTTPClient, backend: String, endpoints: Endpoints, unixSocket: String?, key: Secret?,
    authorization: Authorization?, retries: RetryPolicy, limits: [Stage: TimeLimits],
    connection: ConnectionOptions, firstHost: String
  ) {
    self.client = client
    self.backend = backend
    self.endpoints = endpoints
    self.unixSocket = unixSocket
    self.key = key
    self.authorization = authorization
    self.retries = retries
    self.limits = limits
    self.connection = connection
    self.firstHost = firstHost
  }

  /// Host and port of the first base URL, or the socket's path.
  var host: String { firstHost }

  private static func host(of base: String) -> String {
    String(
      base.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst(2).first ?? "")
  }

  /// The same service, for one that wants its key in the body: nothing of it goes into a header.
  var withoutKeyField: Service {
    Service(
      client: client, backend: backend, endpoints: endpoints, unixSocket: unixSocket, key: key,
      authorization: nil,
      retries: retries, limits: limits, connection: connection, firstHost: firstHost)
  }

  func context(_ stage: Stage?, base: String? = nil) -> ErrorContext {
    ErrorContext(
      backend: backend, host: unixSocket ?? base.map(Self.host) ?? firstHost, stage: stage, key: key)
  }

  func cancelled(_ stage: Stage?) -> BackendError { BackendError(.cancelled, backend: backend, stage: stage) }

  private func request(_ call: ServiceCall, base: String, _ stage: Stage?) -> HTTPRequest {
    var headers = [(name: "User-Agent", value: "voice-translator")] + call.headers
    if let key, let authorization { headers.append((authorization.header, authorization.prefix + key.text)) }
    var request = HTTPRequest(
      call.method, base + call.path, unixSocket: unixSocket, headers: headers, body: call.body)
    request.connection = connection
    if let stage, let limits = limits[stage] { request.limits = limits }
    return request
  }

  /// Sends a call once; an answer that is not 2xx is thrown. `limits` overrule the stage's.
  func sendOnce(_ call: ServiceCall, _ stage: Stage?, limits: TimeLimits? = nil) async throws(BackendError)
    -> ServiceAnswer
  {
    let attempt = try await attempt(call, stage, limits)
    if let error = attempt.error { throw error }
    return attempt.answer
  }

  private struct Attempt {
    var answer: ServiceAnswer
    var base: String
    var error: BackendError?
    var isWorthIt: Bool?
  }

  /// One request to one base URL. Throws when there was no answer at all.
  private func attempt(_ call: ServiceCall, _ stage: Stage?, _ limits: TimeLimits?) async throws(BackendError)
    -> Attempt
  {
    let base = endpoints.next()
    let context = context(stage, base: base)
    var request = request(call, base: base, stage)
    if let limits { request.limits = limits }
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await client.send(request)
    } catch {
      if error.kind != .cancelled { endpoints.failed(base) }
      throw BackendError(error, context)
    }
    if response.status >= 500 { endpoints.failed(base) } else { endpoints.succeeded(base) }
    let answer = ServiceAnswer(response: response, context: context)
    guard !response.isSuccess else { return Attempt(answer: answer, base: base) }
    return Attempt(
      answer: answer, base: base, error: try await refusal(answer),
      isWorthIt: response.headers["x-should-retry"].flatMap { Bool($0) })
  }

  /// What an answer that is not 2xx means. Throws only when cancelled: the status counts even if the words that
  /// came with it broke off.
  private func refusal(_ answer: ServiceAnswer) async throws(BackendError) -> BackendError {
    var body: [UInt8] = []
    do {
      body = try await answer.bytes()
    } catch  where error.kind != .cancelled {}
    return BackendError(
      status: answer.response.status, headers: answer.response.headers, body: body, answer.context)
  }

  /// Sends a call whose body can be sent again, as often as the retry policy says; to another base URL at once if
  /// there is one that works.
  func send(_ call: ServiceCall, _ stage: Stage?) async throws(BackendError) -> ServiceAnswer {
    var count = 0
    var failovers = 0
    while true {
      var failure: BackendError
      var isWorthIt: Bool?
      do {
        let attempt = try await attempt(call, stage, nil)
        guard let error = attempt.error else { return attempt.answer }
        (failure, isWorthIt) = (error, attempt.isWorthIt)
      } catch {
        failure = error
      }
      guard let pause = retries.pause(after: failure, isWorthIt: isWorthIt, attempt: count) else {
        throw failure
      }
      if isServersFault(failure), failovers + 1 < endpoints.count {
        failovers += 1
        continue
      }
      count += 1
      await RetryNotice.tell(RetryNotice(backend: backend, stage: stage, pause: pause))
      do { try await Task.sleep(for: pause) } catch { throw cancelled(stage) }
    }
  }

  private func isServersFault(_ error: BackendError) -> Bool {
    switch error.kind {
    case .unreachable, .failed, .timedOut: true
    default: false
    }
  }
}

/// A pause before a request is sent again, which whoever waits may want to see.
struct RetryNotice: Sendable, Equatable {
  var backend: String
  var stage: Stage?
  var pause: Duration

  /// Who hears of them. A class: a task-local value of function type crashes a release build (Swift 6.3).
  final class Listener: Sendable {
    let hear: @Sendable (RetryNotice) async -> Void

    init(_ hear: @escaping @Sendable (RetryNotice) async -> Void) { self.hear = hear }
  }

  /// Hears of the pauses of the turn that runs in this task.
  @TaskLocal static var listener: Listener?

  static func tell(_ notice: RetryNotice) async { await listener?.hear(notice) }
}
