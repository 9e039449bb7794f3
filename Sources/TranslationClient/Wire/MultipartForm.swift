/// A `multipart/form-data` body (RFC 7578) whose last part, a file, may still be growing.
struct MultipartForm {
  /// Nothing that is sent contains it: it is drawn at random.
  let boundary = "voice-translator-" + String(UInt64.random(in: .min ... .max), radix: 36)
  private var fields: [UInt8] = []
  /// The fields so far, without the end of the form.
  var fieldBytes: [UInt8] { fields }

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  mutating func add(_ name: String, _ value: String) {
    fields += Array(
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
  }

  /// Everything before the file's bytes. The file comes last, as servers that read as it arrives want it.
  func head(file name: String, filename: String, type: String) -> [UInt8] {
    fields
      + Array(
        """
        --\(boundary)\r
        Content-Disposition: form-data; name="\(name)"; filename="\(filename)"\r
        Content-Type: \(type)\r
        \r

        """.utf8)
  }

  /// Everything after the file's bytes.
  var tail: [UInt8] { Array("\r\n--\(boundary)--\r\n".utf8) }
}
