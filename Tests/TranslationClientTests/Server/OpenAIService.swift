import Foundation
import VoiceTranslatorCore

@testable import TranslationClient

/// Answers of a well-behaved OpenAI-compatible service, any of which a test may replace.
func openAIService(_ replies: [String: Reply] = [:]) throws -> LoopbackServer {
  let all = [
    "/v1/audio/transcriptions": Reply(#"{"text":" Good morning. "}"#),
    "/v1/chat/completions": .events(
      #"{"choices":[{"delta":{"role":"assistant","content":null}}]}"#,
      #"{"choices":[{"delta":{"content":"Buenos "}}]}"#,
      #"{"choices":[{"delta":{"content":"días."},"finish_reason":null}]}"#,
      #"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#, #"{"choices":[],"usage":{}}"#, "[DONE]"),
    "/v1/responses": .events(
      #"{"type":"response.output_text.delta","delta":"Buenos "}"#,
      #"{"type":"response.output_text.delta","delta":"días."}"#,
      #"{"type":"response.completed","response":{}}"#),
    "/v1/audio/speech": Reply("MP3", "MORE", type: "audio/mpeg"),
  ].merging(replies) { $1 }
  return try LoopbackServer { all[$0.path] ?? Reply(#"{"error":{"message":"no such path"}}"#, status: 404) }
}

/// The service behind a server, with retries that don't make a test wait.
func service(_ server: LoopbackServer, key: String? = "sk-canary") -> Service {
  var retries = RetryPolicy()
  retries.firstPause = .milliseconds(1)
  return Service(
    client: HTTPClient(), backend: "cloud", bases: [server.url + "/v1/"], key: key.map { Secret($0) },
    retries: retries)
}

/// A part of a form as it was sent.
struct FormPart: Equatable {
  var name: String
  var filename: String?
  var type: String?
  var content: [UInt8]
}

extension Received {
  /// The parts of a multipart form, in order. A boundary contains nothing that is special in Latin-1.
  var form: [FormPart] {
    let boundary = headers["content-type"]?.components(separatedBy: "boundary=").last ?? ""
    let latin = String(data: Data(body), encoding: .isoLatin1) ?? ""
    return latin.components(separatedBy: "--\(boundary)").dropFirst().dropLast().map { part in
      let halves = part.components(separatedBy: "\r\n\r\n")
      func field(_ start: String, _ end: String) -> String? {
        let parts = halves[0].components(separatedBy: start)
        return parts.count > 1 ? parts[1].components(separatedBy: end)[0] : nil
      }
      let content = halves.dropFirst().joined(separator: "\r\n\r\n").dropLast()
      return FormPart(
        name: field(" name=\"", "\"") ?? "", filename: field("filename=\"", "\""),
        type: field("Content-Type: ", "\r\n"), content: [UInt8](content.data(using: .isoLatin1) ?? Data()))
    }
  }
}
