import FoundationEssentials

/// Any JSON value, for answers and templates whose shape the configuration tells.
enum JSONValue: Sendable, Equatable, Codable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads JSON; nil for what is none.
  init?(_ bytes: some Sequence<UInt8>) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { return nil }
    self = value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    case .array(let array): try container.encode(array)
    case .object(let object): try container.encode(object)
    }
  }

  /// The value at a JSON pointer (RFC 6901); nil where there is none. The empty pointer is the value itself.
  subscript(pointer pointer: String) -> JSONValue? {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { $0.replacing("~1", with: "/").replacing("~0", with: "~") }
      .reduce(self as JSONValue?) { value, key in
        switch value {
        case .object(let object): object[String(key)]
        case .array(let array): Int(key).flatMap { array.indices.contains($0) ? array[$0] : nil }
        default: nil
        }
      }
  }

  /// Its text, when it is a text.
  var string: String? { if case .string(let text) = self { text } else { nil } }
}
