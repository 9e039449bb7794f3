import FoundationEssentials
import VoiceTranslatorCore

/// A service's answer whose status is 2xx, with what an error about it has to name.
struct ServiceAnswer: Sendable {
  let response: HTTPResponse
  let context: ErrorContext

  /// The media type without parameters, in lower case.
  var contentType: String { response.contentType }
  /// Text comes piece by piece.
  var isEventStream: Bool { contentType == "text/event-stream" }

  /// The whole body.
  func bytes() async throws(BackendError) -> [UInt8] {
    do throws(HTTPError) {
      return try await response.bytes()
    } catch {
      throw BackendError(error, context)
    }
  }

  /// The body as JSON of a shape. `fault` ends the sentence "the answer …" when it has another.
  func json<Value: Decodable>(_ type: Value.Type, _ fault: String) async throws(BackendError) -> Value {
    let bytes = try await bytes()
    guard contentType != "text/html" || bytes.first == UInt8(ascii: "{") else {
      throw violation("the answer is a web page")
    }
    guard let value = try? JSONDecoder().decode(type, from: Data(bytes)) else {
      throw violation("the answer \(fault)")
    }
    return value
  }

  /// The body piece by piece.
  func pieces(_ take: ([UInt8]) async throws -> Void) async throws(BackendError) {
    do {
      for try await bytes in response.body { try await take(bytes) }
    } catch let error as BackendError {
      throw error
    } catch let error as HTTPError {
      throw BackendError(error, context)
    } catch {
      throw violation("a part of the answer can't be read")
    }
    if Task.isCancelled { throw failure(.cancelled, "") }
  }

  /// A `text/event-stream` to its end, giving the data of each event.
  func events(_ take: ([UInt8]) async throws -> Void) async throws(BackendError) {
    var reader = ServerSentEvents()
    try await pieces { bytes in
      for data in try reader.events(bytes) { try await take(data) }
    }
  }

  /// Lines of JSON to their end, giving each line that isn't empty.
  func lines(_ take: ([UInt8]) async throws -> Void) async throws(BackendError) {
    var splitter = LineSplitter()
    try await pieces { bytes in
      for line in try splitter.lines(bytes) where !line.isEmpty { try await take(line) }
    }
    // A last line need not have an end.
    for line in (try? splitter.lines([0x0A])) ?? [] where !line.isEmpty {
      do { try await take(line) } catch let error as BackendError { throw error } catch {
        throw violation("a part of the answer can't be read")
      }
    }
  }

  /// The body as encoded audio, piece by piece. What is text, or nothing, is no audio.
  func audio(_ take: ([UInt8]) async -> Void) async throws(BackendError) {
    // Some servers label their audio as a page; what it is, its first bytes tell.
    let isLabelledText = ["text/html", "application/json", "text/plain"].contains(contentType)
    var isEmpty = true
    var head: [UInt8] = []
    try await pieces { bytes in
      if isEmpty, isLabelledText, !AudioSignature.isAudio(bytes) {
        head += bytes
        return
      }
      isEmpty = false
      await take(bytes)
    }
    guard head.isEmpty else {
      let (message, _) = ErrorBody.read(head, contentType: contentType)
      throw violation("the answer is \(contentType), not audio\(message.isEmpty ? "" : ": \(message)")")
    }
    if isEmpty {
      throw violation(isLabelledText ? "the answer is \(contentType), not audio" : "the answer is empty")
    }
  }

  /// What the service said it can't do.
  func failure(_ kind: BackendError.Kind, _ detail: String) -> BackendError {
    BackendError(
      kind, backend: context.backend, host: context.host, stage: context.stage,
      detail: Sanitizer.line(detail, limit: 200))
  }

  /// The answer is not what the protocol says.
  func violation(_ detail: String) -> BackendError { BackendError(violation: detail, context) }
}

/// Tells encoded audio by its first bytes.
enum AudioSignature {
  /// WAVE, Ogg, FLAC, MP3 with an ID3 tag or beginning with a frame.
  static func isAudio(_ bytes: [UInt8]) -> Bool {
    let marks = ["RIFF", "OggS", "fLaC", "ID3"]
    if marks.contains(where: { bytes.starts(with: Array($0.utf8)) }) { return true }
    return bytes.count > 1 && bytes[0] == 0xFF && bytes[1] & 0xE0 == 0xE0
  }
}
