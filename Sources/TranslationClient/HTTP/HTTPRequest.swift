import Synchronization

/// One request to an HTTP server.
public struct HTTPRequest: Sendable {
  /// The method; a request with a body is usually a POST.
  public var method: String
  /// The whole URL. With ``unixSocket`` its host is only what the `Host` header says.
  public var url: String
  /// The Unix socket to connect to; nil: TCP. No proxy is used for a socket.
  public var unixSocket: String?
  /// Header fields.
  public var headers: [(name: String, value: String)]
  /// What is sent.
  public var body: Body
  /// How long its parts may take.
  public var limits = TimeLimits()
  /// A longer response body (after decompression) is an error.
  public var responseLimit = 64 << 20
  /// Certificates and proxy of its own; the system's and the environment's otherwise.
  public var connection = ConnectionOptions()

  /// What a request sends.
  public enum Body: Sendable {
    /// Nothing.
    case none
    /// Known bytes.
    case bytes([UInt8])
    /// Bytes that come to be while the request is under way.
    case stream(UploadStream)
  }

  /// A request.
  public init(
    _ method: String, _ url: String, unixSocket: String? = nil, headers: [(name: String, value: String)] = [],
    body: Body = .none
  ) {
    self.method = method
    self.url = url
    self.unixSocket = unixSocket
    self.headers = headers
    self.body = body
  }
}

/// How long the parts of a request may take.
public struct TimeLimits: Sendable, Equatable {
  /// The longest time to connect.
  public var connect: Duration = .seconds(5)
  /// Once the body is complete: the longest time in which fewer than ``slowest`` bytes go up or come down.
  public var idle: Duration = .seconds(60)
  /// Bytes within ``idle``.
  public var slowest = 1
  /// From the moment the body is complete to the end of the answer; nil: as long as it takes.
  public var total: Duration?

  /// The usual limits.
  public init() {}
}

/// How a connection is made where the system's ways don't do.
public struct ConnectionOptions: Sendable, Equatable {
  /// A file of PEM certificates that are trusted instead of the system's.
  public var caFile: String?
  /// A PEM file with the client's certificate, and one with its private key.
  public var certificateFile: String?
  /// The private key; nil: it is in the certificate's file.
  public var certificateKeyFile: String?
  /// The proxy's URL; nil: what `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say.
  public var proxy: String?

  /// The system's ways.
  public init() {}
}

/// The head of a response, and its body as it arrives.
public struct HTTPResponse: Sendable {
  /// The status code.
  public var status: Int
  /// Header fields by name in lower case; of a repeated one the last.
  public var headers: [String: String]
  /// The body: non-empty pieces in order. Iterating throws ``HTTPError``; when nobody iterates any more the
  /// transfer is cancelled.
  public var body: AsyncThrowingStream<[UInt8], any Error>

  /// The status is 2xx.
  var isSuccess: Bool { (200..<300).contains(status) }

  /// The media type without parameters, in lower case.
  public var contentType: String {
    (headers["content-type"] ?? "").prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
  }

  /// The whole body.
  public func bytes() async throws(HTTPError) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await piece in body { bytes += piece }
    } catch let error as HTTPError {
      throw error
    } catch {
      throw HTTPError(.failed, detail: "\(error)")
    }
    if Task.isCancelled { throw HTTPError(.cancelled) }
    return bytes
  }
}

/// Why a request got no (whole) response.
public struct HTTPError: Error, Sendable, Equatable {
  /// What went wrong.
  public enum Kind: Sendable, Equatable {
    /// No connection, or it was closed before an answer.
    case unreachable
    /// The connection broke while the answer came.
    case brokenOff
    /// Nothing came for too long.
    case timedOut
    /// The answer is larger than allowed.
    case tooLarge
    /// The server sends the caller elsewhere: to another origin, or in circles.
    case redirected
    /// The server's certificate isn't trusted, or ours isn't taken.
    case untrusted
    /// The caller cancelled.
    case cancelled
    /// Anything else.
    case failed
  }

  /// What went wrong.
  public var kind: Kind
  /// libcurl's words.
  public var detail: String

  /// An error.
  public init(_ kind: Kind, detail: String = "") {
    self.kind = kind
    self.detail = detail
  }
}

/// The body of a request that is still being made: written by one task, read by the network thread.
public final class UploadStream: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var taken = 0
    var isFinished = false
    var isStarved = false
    var wake: (@Sendable () -> Void)?
  }
  private let state = Mutex(State())

  /// An empty stream.
  public init() {}

  /// Adds bytes. Never blocks.
  public func push(_ bytes: [UInt8]) { change { $0.pending += bytes } }

  /// No more bytes will come.
  public func finish() { change { $0.isFinished = true } }

  /// All bytes were pushed.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  func onMore(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  /// Copies what is there; nil: nothing now, but there will be; 0: the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    state.withLock { state in
      let count = min(buffer.count, state.pending.count - state.taken)
      guard count > 0 else {
        if state.isFinished { return 0 }
        state.isStarved = true
        return nil
      }
      buffer.copyBytes(from: state.pending[state.taken..<state.taken + count])
      state.taken += count
      if state.taken == state.pending.count { (state.pending, state.taken) = ([], 0) }
      return count
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let wake = state.withLock { state in
      body(&state)
      defer { state.isStarved = false }
      return state.isStarved ? state.wake : nil
    }
    wake?()
  }
}
