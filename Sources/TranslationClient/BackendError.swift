public import VoiceTranslatorCore

/// Why a turn (or a stage of it) failed at a backend, in terms a user can act on.
public struct BackendError: Error, Sendable, Equatable {
  /// What went wrong, a closed set.
  public enum Kind: Sendable, Equatable {
    /// No connection: refused, unknown host, no network, closed before an answer.
    case unreachable
    /// The key is missing, wrong or not allowed to do this.
    case unauthorized
    /// Too many requests; the server may have said when to come back.
    case rateLimited(retryAfter: Duration?)
    /// The account has nothing left; asking again is useless.
    case quotaExceeded
    /// The backend has no such language or pair.
    case unsupportedLanguages
    /// No answer, or no progress, in time.
    case timedOut
    /// The input is larger or longer than the backend takes.
    case tooLarge
    /// The backend understood and refused: a wrong parameter, model or voice.
    case rejected
    /// The server sends the caller to another origin, where nothing is sent.
    case redirected
    /// The server's certificate isn't trusted, or it doesn't take ours.
    case untrusted
    /// The answer is not what the protocol says.
    case protocolViolation
    /// The server failed.
    case failed
    /// The caller cancelled the turn; not a failure.
    case cancelled
  }

  /// What went wrong.
  public var kind: Kind
  /// The backend's configured name.
  public var backend: String
  /// Host and port, or the socket's path; nil when no request was made.
  public var host: String?
  /// The stage that failed; nil: the turn as a whole.
  public var stage: Stage?
  /// HTTP status, when there was one.
  public var status: Int?
  /// When the server asks to come back, whatever the status.
  public var retryAfter: Duration?
  /// What the server or library said: one line, sanitised, cut to 200 characters, without secrets.
  public var detail: String

  /// Tried again later, without any change, it may succeed.
  public var mayPass: Bool {
    switch kind {
    case .unreachable, .rateLimited, .timedOut, .failed: true
    default: false
    }
  }

  /// An error with its facts.
  public init(
    _ kind: Kind, backend: String, host: String? = nil, stage: Stage? = nil, status: Int? = nil,
    detail: String = ""
  ) {
    self.kind = kind
    self.backend = backend
    self.host = host
    self.stage = stage
    self.status = status
    self.detail = detail
  }
}
