import CCurl
import Glibc

/// When a server asks to come back (RFC 9110 §10.2.3; `retry-after-ms` as OpenAI has it).
enum RetryAfter {
  /// The pause; nil when the server names none. `now` is in seconds since 1970.
  static func read(_ headers: [String: String], now: Int = time(nil)) -> Duration? {
    if let text = headers["retry-after-ms"], let milliseconds = Double(text), (0..<1e9).contains(milliseconds)
    {
      return .milliseconds(Int(milliseconds))
    }
    guard let text = headers["retry-after"] else { return nil }
    if let seconds = Double(text) {
      return (0..<1e6).contains(seconds) ? .milliseconds(Int(seconds * 1000)) : nil
    }
    let date = curl_getdate(text, nil)
    return date < 0 ? nil : .seconds(max(0, date - now))
  }
}
