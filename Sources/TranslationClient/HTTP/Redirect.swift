import CCurl

/// Where a redirect leads (RFC 9110 §15.4).
enum Redirect: Equatable {
  /// To the same origin: the request may go there as it is.
  case within(url: String)
  /// To another origin, which was not chosen: neither the key nor what was said goes there.
  case elsewhere(host: String)

  /// Reads the answer to a request; nil when it is no redirect.
  init?(status: Int, headers: [String: String], requestURL: String) {
    guard [301, 302, 303, 307, 308].contains(status), let location = headers["location"] else { return nil }
    guard let url = curl_url() else { return nil }
    defer { curl_url_cleanup(url) }
    func part(_ what: CURLUPart, _ flags: UInt32 = 0) -> String {
      var text: UnsafeMutablePointer<CChar>?
      guard curl_url_get(url, what, &text, flags) == CURLUE_OK, let text else { return "" }
      defer { curl_free(text) }
      return String(cString: text)
    }
    func origin() -> [String] {
      [
        part(CURLUPART_SCHEME), part(CURLUPART_HOST).lowercased(),
        part(CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)),
      ]
    }
    guard curl_url_set(url, CURLUPART_URL, requestURL, 0) == CURLUE_OK else { return nil }
    let from = origin()
    guard curl_url_set(url, CURLUPART_URL, location, 0) == CURLUE_OK else {
      self = .elsewhere(host: "a place that is no URL")
      return
    }
    let to = origin()
    self = from == to ? .within(url: part(CURLUPART_URL)) : .elsewhere(host: "\(to[0])://\(to[1]):\(to[2])")
  }
}
