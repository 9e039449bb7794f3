import FoundationEssentials

/// A request to a service, before it is known which of the service's base URLs it goes to.
struct ServiceCall: Sendable {
  var method: String
  /// Below the base URL, with its query.
  var path: String
  /// Header fields besides the key's.
  var headers: [(name: String, value: String)] = []
  var body = HTTPRequest.Body.none

  /// A call whose body is of a media type.
  init(_ method: String, _ path: String, type: String? = nil, body: HTTPRequest.Body = .none) {
    self.method = method
    self.path = path
    self.body = body
    if let type { headers.append(("Content-Type", type)) }
  }

  /// A value posted as JSON. A value that can't be encoded (a number that is none) becomes an empty body, which the
  /// server refuses.
  static func json(_ path: String, _ value: some Encodable) -> ServiceCall {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    let data = (try? encoder.encode(value)) ?? Data()
    return ServiceCall("POST", path, type: "application/json", body: .bytes(Array(data)))
  }
}

/// How a service wants its key.
struct Authorization: Sendable {
  /// The header field, and what stands before the key in it.
  var header: String
  var prefix: String

  /// `Authorization: Bearer KEY` (RFC 6750).
  static let bearer = Authorization(header: "Authorization", prefix: "Bearer ")
}
