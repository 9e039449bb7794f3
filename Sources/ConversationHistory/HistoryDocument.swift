import FoundationEssentials
public import VoiceTranslatorCore

/// The JSON form of a history: what `history export --format json` writes and `history import` reads.
public struct HistoryDocument: Codable, Equatable, Sendable {
  /// Why a text is no such document.
  public struct Failure: Error, Equatable {
    /// In words for the user.
    public var reason: String
  }

  static let name = "voice-translator-history"

  /// Always `voice-translator-history`.
  public var format = Self.name
  /// The form's version; a greater one is refused.
  public var version = 1
  /// The conversations.
  public var conversations: [Conversation]

  /// A document with these conversations.
  public init(_ conversations: [Conversation]) { self.conversations = conversations }

  /// Reads a document.
  public static func read(_ bytes: [UInt8]) throws(Failure) -> HistoryDocument {
    struct Head: Decodable {
      var format: String
      var version: Int
    }
    let decoder = JSONDecoder()
    do {
      let head = try decoder.decode(Head.self, from: Data(bytes))
      guard head.format == name else {
        throw Failure(reason: "its format is '\(head.format)', not '\(name)'")
      }
      guard head.version == 1 else {
        throw Failure(reason: "its version is \(head.version), and only 1 is known here")
      }
      let document = try decoder.decode(HistoryDocument.self, from: Data(bytes))
      // It becomes a part of paths.
      if let odd = document.conversations.first(where: { !isUUID($0.uuid) }) {
        throw Failure(reason: "'\(odd.uuid)' is no UUID")
      }
      return document
    } catch let failure as Failure {
      throw failure
    } catch let error as DecodingError {
      throw Failure(reason: error.words)
    } catch {
      throw Failure(reason: "it is no JSON")
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
  }
}

extension DecodingError {
  /// What is wrong and where, in words.
  fileprivate var words: String {
    func place(_ path: [any CodingKey]) -> String {
      path.isEmpty
        ? "" : " at " + path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    return switch self {
    case .keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing\(place(context.codingPath))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "a value has the wrong type\(place(context.codingPath))"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty ? "it is no JSON" : "\(context.debugDescription)\(place(context.codingPath))"
    @unknown default: "it can't be read"
    }
  }
}
