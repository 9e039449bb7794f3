/// What is searched for in texts; letter case doesn't matter.
public struct SearchQuery: Sendable, Equatable {
  /// The words as they were typed.
  public let text: String
  private let folded: String
  /// The lower-case bytes of a query in ASCII: for these, bytes can be compared.
  private let ascii: [UInt8]?

  /// Nil when there is nothing to search for.
  public init?(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    self.text = text
    folded = text.lowercased()
    ascii = folded.utf8.allSatisfy { $0 < 0x80 } ? Array(folded.utf8) : nil
  }

  /// Whether a text holds it.
  public func matches(_ text: String) -> Bool { matches(utf8: Array(text.utf8)[...]) }

  /// Whether a text holds it, given as UTF-8.
  func matches(utf8 bytes: ArraySlice<UInt8>) -> Bool {
    guard let ascii else { return String(decoding: bytes, as: UTF8.self).lowercased().contains(folded) }
    guard bytes.count >= ascii.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      (0...bytes.count - ascii.count).contains { start in
        ascii.indices.allSatisfy { Self.lower(bytes[start + $0]) == ascii[$0] }
      }
    }
  }

  /// A text cut where the query is found in it: each part, and whether it is a match.
  func parts(of text: String) -> [(text: String, isMatch: Bool)] {
    var parts: [(String, Bool)] = []
    var rest = text[...]
    while let range = rest.firstRange(caseInsensitive: folded) {
      if range.lowerBound > rest.startIndex { parts.append((String(rest[..<range.lowerBound]), false)) }
      parts.append((String(rest[range]), true))
      rest = rest[range.upperBound...]
    }
    if !rest.isEmpty { parts.append((String(rest), false)) }
    return parts
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

extension Substring {
  /// The first place where these lower-case letters stand, by whole characters.
  fileprivate func firstRange(caseInsensitive folded: String) -> Range<Index>? {
    let count = folded.count
    for start in indices {
      guard let end = index(start, offsetBy: count, limitedBy: endIndex) else { return nil }
      if self[start..<end].lowercased() == folded { return start..<end }
    }
    return nil
  }
}
