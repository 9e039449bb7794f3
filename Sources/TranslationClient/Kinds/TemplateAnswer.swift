import FoundationEssentials
import VoiceTranslatorCore

/// What an answer holds of what a template looks for.
struct TemplateAnswer: Sendable, Equatable {
  var heard: String?
  var text: String?
  var audio: [UInt8] = []

  /// Reads an answer as its Content-Type says: audio, events of JSON, JSON, or plain text.
  static func read(
    _ answer: ServiceAnswer, _ template: ServiceTemplate, audio: @Sendable ([UInt8]) async -> Void
  ) async throws(BackendError) -> TemplateAnswer {
    var result = TemplateAnswer()
    if answer.isEventStream {
      try await answer.events { data in
        guard data != Array("[DONE]".utf8) else { return }
        guard let value = JSONValue(data) else { throw answer.violation("an event of the answer is no JSON") }
        try await result.take(value, template, answer, isWhole: false, audio)
      }
    } else if answer.contentType.hasPrefix("audio/") || answer.contentType == "application/octet-stream" {
      try await answer.audio(audio)
    } else {
      let bytes = try await answer.bytes()
      if let value = JSONValue(bytes) {
        try await result.take(value, template, answer, isWhole: true, audio)
      } else if AudioSignature.isAudio(bytes) {
        await audio(bytes)
      } else if template.text == nil, answer.contentType == "text/plain" {
        result.text = String(decoding: bytes, as: UTF8.self)
      } else {
        throw answer.violation("the answer is \(answer.contentType), not JSON")
      }
    }
    return result
  }

  /// Takes in a JSON value: the whole answer, or one event of it, whose texts and audio follow the earlier ones.
  private mutating func take(
    _ value: JSONValue, _ template: ServiceTemplate, _ answer: ServiceAnswer, isWhole: Bool,
    _ audio: @Sendable ([UInt8]) async -> Void
  ) async throws(BackendError) {
    if let pointer = template.error, let error = value[pointer: pointer], error != .null,
      error != .bool(false)
    {
      throw answer.failure(
        .failed, error.string ?? error[pointer: "/message"]?.string ?? "the service reports an error")
    }
    func append(_ old: String?, _ pointer: String?) throws(BackendError) -> String? {
      guard let pointer else { return old }
      guard let new = value[pointer: pointer]?.string else {
        if isWhole { throw answer.violation("the answer has no text at \(pointer)") }
        return old
      }
      return (old ?? "") + new
    }
    heard = try append(heard, template.heard)
    text = try append(text, template.text)
    // Speech may be missing, or null: nobody asked for it.
    guard let pointer = template.audio, let encoded = value[pointer: pointer]?.string else { return }
    guard let bytes = Data(base64Encoded: encoded) else {
      throw answer.violation("what is at \(pointer) is no base64")
    }
    if !bytes.isEmpty { await audio(Array(bytes)) }
  }
}
