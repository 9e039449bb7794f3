import CToml

/// A value in a TOML document, with the place where it stands (line and column from 1).
struct TOMLNode: Sendable {
  indirect enum Value: Sendable {
    case table([(key: String, node: TOMLNode)])
    case array([TOMLNode])
    case string(String)
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    case dateOrTime
  }

  var value: Value
  var line: Int
  var column: Int

  /// What kind of value it is, in the user's words.
  var kind: String {
    switch value {
    case .table: "a table"
    case .array: "a list"
    case .string: "text"
    case .integer: "a whole number"
    case .float: "a number"
    case .boolean: "true or false"
    case .dateOrTime: "a date or time"
    }
  }
}

/// Text that is no TOML.
struct TOMLSyntaxError: Error, Equatable {
  var line: Int
  var column: Int
  var reason: String
}

extension TOMLNode {
  /// Reads a document; its root is a table.
  static func parse(_ text: String) throws(TOMLSyntaxError) -> TOMLNode {
    var error = ctoml_error()
    var text = text
    let document = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { ctoml_parse($0.baseAddress, $0.count, &error) }
    }
    guard let document else {
      let reason = withUnsafeBytes(of: error.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw TOMLSyntaxError(line: Int(error.line), column: Int(error.column), reason: reason)
    }
    defer { ctoml_free(document) }
    return TOMLNode(ctoml_root(document))
  }

  private init(_ node: OpaquePointer?) {
    line = Int(ctoml_line(node))
    column = Int(ctoml_column(node))
    value =
      switch ctoml_node_type(node) {
      case CTOML_TABLE:
        .table(
          (0..<ctoml_size(node)).map { index in
            var key: UnsafePointer<CChar>?
            var length = 0
            let child = TOMLNode(ctoml_child(node, index, &key, &length))
            return (Self.text(key, length), child)
          })
      case CTOML_ARRAY:
        .array(
          (0..<ctoml_size(node)).map { index in
            var key: UnsafePointer<CChar>?
            var length = 0
            return TOMLNode(ctoml_child(node, index, &key, &length))
          })
      case CTOML_STRING:
        {
          var length = 0; let bytes = ctoml_string(node, &length); return .string(Self.text(bytes, length))
        }()
      case CTOML_INTEGER: .integer(ctoml_integer(node))
      case CTOML_FLOAT: .float(ctoml_float(node))
      case CTOML_BOOLEAN: .boolean(ctoml_boolean(node))
      default: .dateOrTime
      }
  }

  private static func text(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> String {
    UnsafeBufferPointer(start: bytes, count: length)
      .withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
  }
}
