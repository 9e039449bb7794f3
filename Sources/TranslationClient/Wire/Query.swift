/// The query of a URL (RFC 3986 §3.4): everything but unreserved characters is percent-encoded.
struct Query {
  private(set) var text = ""

  mutating func add(_ name: String, _ value: String) {
    text += (text.isEmpty ? "" : "&") + Self.encoded(name) + "=" + Self.encoded(value)
  }

  private static let digits = Array("0123456789ABCDEF")

  static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII,
        Character(scalar).isLetter || Character(scalar).isNumber || "-._~".contains(Character(scalar))
      {
        result.append(Character(scalar))
      } else {
        result += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }
}
