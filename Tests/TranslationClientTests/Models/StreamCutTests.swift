import Testing
import VoiceTranslatorCore

@testable import TranslationClient

/// Streams cut at every byte, and delivered byte by byte: a part of a translation is never taken for the whole.
@Suite struct StreamCutTests {
  private static let chat =
    #"data: {"choices":[{"delta":{"content":"¿Qué "}}]}"# + "\n\n: keep-alive\n\n"
    + #"data: {"choices":[{"delta":{"content":"tal, señor?"}}]}"# + "\r\n\r\n"
    + #"data: {"choices":[{"delta":{},"finish_reason":"stop"}]}"# + "\n\ndata: [DONE]\n\n"
  private static let responses =
    #"data: {"type":"response.output_text.delta","delta":"¿Qué tal, señor?"}"# + "\n\n"
    + #"event: response.completed"# + "\n" + #"data: {"type":"response.completed","response":{}}"# + "\n\n"

  private func model(_ isResponses: Bool, _ service: Service) -> any LanguageModel {
    if isResponses { return ResponsesModel(service: service, model: "m") }
    return ChatModel(service: service, model: "m")
  }

  private func translate(_ model: (Service) -> any LanguageModel, _ server: LoopbackServer) async -> (
    text: String?, error: BackendError?
  ) {
    let translator = ModelTranslator(model: model(service(server)), prompt: TranslationPrompt())
    let passage = Passage(text: "How are you, sir?", source: .english, target: .spanish)
    do throws(BackendError) {
      return (try await translator.translate(passage) { _ in }.text, nil)
    } catch {
      return (nil, error)
    }
  }

  /// Serves the first `cut` bytes of a stream, one at a time if `slowly`.
  private func server(_ stream: String, cut: Int, slowly: Bool) throws -> LoopbackServer {
    let bytes = Array(stream.utf8.prefix(cut))
    return try LoopbackServer(exchanging: { exchange in
      _ = exchange.readRequest()
      exchange.begin(type: "text/event-stream")
      for piece in slowly ? bytes.map({ [$0] }) : [bytes] where !piece.isEmpty { exchange.sendBytes(piece) }
      exchange.end()
    })
  }

  @Test(arguments: [(chat, false), (responses, true)])
  func `a stream cut anywhere is the whole translation or an error`(stream: String, isResponses: Bool)
    async throws
  {
    for cut in stride(from: 0, through: stream.utf8.count, by: 3) {
      let server = try server(stream, cut: cut, slowly: false)
      let (text, error) = await translate(
        { model(isResponses, $0) }, server
      )
      server.stop()
      #expect(text == nil ? error?.kind == .failed : text == "¿Qué tal, señor?", "cut at \(cut)")
    }
  }

  @Test(arguments: [chat, responses])
  func `a stream may come byte by byte`(stream: String) async throws {
    let server = try server(stream, cut: .max, slowly: true)
    let (text, _) = await translate(
      { model(stream == Self.responses, $0) },
      server)
    #expect(text == "¿Qué tal, señor?")
  }
}
