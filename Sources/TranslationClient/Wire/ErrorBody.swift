import FoundationEssentials
import VoiceTranslatorCore

/// What a server says of an error, in whatever shape: `explanation`, `error.message`, `error`, `detail`, `message`, or plain
/// text.
enum ErrorBody {
  /// The server's words and its own code and type, on one line, cut to 200 characters.
  static func read(_ bytes: [UInt8], contentType: String) -> (message: String, codes: Set<String>) {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    guard let json = try? JSONDecoder().decode(Shape.self, from: Data(bytes.prefix(65_536))) else {
      // A page is no message.
      return (contentType == "text/html" ? "" : Sanitizer.line(text, limit: 200), [])
    }
    return (Sanitizer.line(json.message ?? text, limit: 200), json.codes)
  }

  private struct Shape: Decodable {
    var message: String?
    var codes: Set<String> = []

    private enum Keys: String, CodingKey {
      case explanation, error, errors, detail, message, code, type, msg, reason, status
    }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        message = text
        return
      }
      if var list = try? decoder.unkeyedContainer() {
        self = try list.decode(Shape.self)
        return
      }
      let object = try decoder.container(keyedBy: Keys.self)
      codes = Set(
        [Keys.code, .type, .reason, .status].compactMap { try? object.decode(String.self, forKey: $0) })
      if let list = try? object.decode([Shape].self, forKey: .errors) {
        for shape in list { codes.formUnion(shape.codes) }
      }
      for key in [Keys.explanation, .error, .detail, .message, .msg] {
        guard let inner = try? object.decode(Shape.self, forKey: key) else { continue }
        message = inner.message
        codes.formUnion(inner.codes)
        return
      }
    }
  }
}
