/// Base 64 (RFC 4648 §4).
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  /// The bytes in base 64, padded.
  static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      let group = Array(rest.prefix(3))
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[$1]) : 0) }
      for place in 0..<4 {
        text.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : "=")
      }
      rest = rest.dropFirst(3)
    }
    return text
  }
}
