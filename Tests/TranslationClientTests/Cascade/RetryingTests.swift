import Synchronization
import Testing
import VoiceTranslatorCore

@testable import TranslationClient

@Suite struct RetryingTests {
  private static let answer = Reply(#"{"choices":[{"message":{"content":"Hola"}}]}"#)

  /// Answers with one reply after the other, the last one for ever.
  private func server(_ replies: Reply...) throws -> LoopbackServer {
    let left = Mutex(replies)
    return try LoopbackServer { _ in left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
  }

  private func error(_ server: LoopbackServer) async -> BackendError? {
    let translator = ModelTranslator(
      model: ChatModel(service: service(server), model: "m"), prompt: TranslationPrompt())
    return await backendError { () throws(BackendError) in
      _ = try await translator.translate(Passage(text: "Hi", target: .spanish)) { _ in }
    }
  }

  @Test(arguments: [
    Reply("{}", status: 429), Reply("{}", status: 429, headers: ["retry-after-ms": "5"]),
    Reply("<html>", status: 500, type: "text/html"), Reply("{}", status: 503), Reply("{}", status: 409),
    Reply("half", status: 502, ending: .reset), Reply("{}", status: 400, headers: ["x-should-retry": "true"]),
  ])
  func `what may pass is sent again with the same body`(reply: Reply) async throws {
    let server = try server(reply, reply, Self.answer)
    #expect(await error(server) == nil)
    #expect(server.requests.count == 3)
    #expect(Set(server.requests.map(\.body)).count == 1)
  }

  @Test(arguments: [
    (Reply("{}", status: 401), BackendError.Kind.unauthorized), (Reply("{}", status: 400), .rejected),
    (Reply(#"{"error":{"message":"m","type":"insufficient_quota"}}"#, status: 429), .quotaExceeded),
    (Reply("{}", status: 429, headers: ["Retry-After": "500"]), .rateLimited(retryAfter: .seconds(500))),
    (Reply("{}", status: 503, headers: ["x-should-retry": "false"]), .failed),
    (Reply("half of what", status: 401, ending: .cut), .unauthorized),
  ])
  func `what can't pass is sent once`(reply: Reply, kind: BackendError.Kind) async throws {
    let server = try server(reply)
    #expect(await error(server)?.kind == kind)
    #expect(server.requests.count == 1)
  }

  @Test func `a server's pause is kept, for an overloaded one too`() async throws {
    let server = try server(Reply("{}", status: 503, headers: ["Retry-After": "0.3"]), Self.answer)
    let start = ContinuousClock.now
    #expect(await error(server) == nil)
    #expect(ContinuousClock.now - start >= .milliseconds(300))
  }

  @Test func `after two retries the last error is thrown`() async throws {
    let server = try server(Reply("{}", status: 500))
    #expect(await error(server)?.status == 500)
    #expect(server.requests.count == 3)
  }

  @Test func `cancelling ends a pause`() async throws {
    let server = try server(Reply("{}", status: 429, headers: ["Retry-After": "100"]))
    let turn = Task { await error(server) }
    #expect(await eventually { server.requests.count == 1 })
    turn.cancel()
    #expect(await turn.value?.kind == .cancelled)
  }
}
