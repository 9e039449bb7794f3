import Glibc
import Testing

@testable import TranslationClient

@Suite struct HTTPFaultTests {
  private let client = HTTPClient()

  private func error(_ request: HTTPRequest) async -> HTTPError.Kind? {
    do throws(HTTPError) {
      _ = try await client.send(request).bytes()
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func `a refused connection is unreachable`() async throws {
    // A port that was just free.
    let server = try LoopbackServer { _ in Reply("") }
    server.stop()
    #expect(await error(HTTPRequest("GET", server.url)) == .unreachable)
  }

  @Test func `a missing socket is unreachable`() async {
    #expect(
      await error(HTTPRequest("GET", "http://localhost", unixSocket: "/nonexistent/x.sock")) == .unreachable)
  }

  @Test func `a connection closed before the answer is unreachable`() async throws {
    let server = try LoopbackServer(exchanging: { $0.hangUp() })
    #expect(await error(HTTPRequest("GET", server.url)) == .unreachable)
  }

  @Test(arguments: [Reply.Ending.cut, .reset])
  func `an answer that ends in the middle is broken off`(ending: Reply.Ending) async throws {
    let server = try LoopbackServer { _ in Reply("half", ending: ending) }
    #expect(await error(HTTPRequest("GET", server.url)) == .brokenOff)
  }

  @Test func `what came before a break is given`() async throws {
    let server = try LoopbackServer { _ in Reply("half", ending: .reset) }
    var body = try await client.send(HTTPRequest("GET", server.url)).body.makeAsyncIterator()
    #expect(try await body.next() == Array("half".utf8))
    await #expect(throws: HTTPError.self) { try await body.next() }
  }

  @Test func `silence of the server is ended by the time limit`() async throws {
    let server = try LoopbackServer { _ in Reply("half", ending: .stall) }
    var request = HTTPRequest("GET", server.url)
    request.limits.idle = .milliseconds(300)
    #expect(await error(request) == .timedOut)
  }

  @Test func `a pause of the speaker is not silence of the server`() async throws {
    let server = try LoopbackServer { Reply($0.text) }
    let upload = UploadStream()
    var request = HTTPRequest("POST", server.url, body: .stream(upload))
    request.limits.idle = .milliseconds(300)
    let sending = Task { [client] in try await client.send(request).bytes() }
    upload.push(Array("a".utf8))
    try await Task.sleep(for: .milliseconds(1200))
    upload.push(Array("b".utf8))
    upload.finish()
    #expect(try await sending.value == Array("ab".utf8))
  }

  @Test func `a server that takes in nothing is ended by the time limit`() async throws {
    let server = try LoopbackServer(exchanging: { exchange in
      usleep(3_000_000)
      exchange.hangUp()
    })
    let upload = UploadStream()
    // More than the sockets' buffers hold.
    upload.push([UInt8](repeating: 0, count: 32 << 20))
    upload.finish()
    var request = HTTPRequest("POST", server.url, body: .stream(upload))
    request.limits.idle = .milliseconds(300)
    #expect(await error(request) == .timedOut)
  }

  @Test func `a slow upload is not silence of the server`() async throws {
    let server = try LoopbackServer(exchanging: { exchange in
      // Slower in all than the time limit, but what the sockets' buffers hold is taken well within it.
      for _ in 0..<64 {
        _ = exchange.readBytes(1 << 20)
        usleep(50_000)
      }
      exchange.play(Reply("{}"))
    })
    var request = HTTPRequest("POST", server.url, body: .bytes([UInt8](repeating: 1, count: 64 << 20)))
    request.limits.idle = .milliseconds(1500)
    #expect(await error(request) == nil)
  }

  @Test func `an answer over the limit is refused`() async throws {
    let server = try LoopbackServer { _ in Reply(String(repeating: "x", count: 100_000)) }
    var request = HTTPRequest("GET", server.url)
    request.responseLimit = 99_999
    #expect(await error(request) == .tooLarge)
    request.responseLimit = 100_000
    #expect(await error(request) == nil)
  }

  @Test func `redirects in a circle end`() async throws {
    let server = try LoopbackServer { _ in Reply(status: 307, headers: ["Location": "/again"]) }
    #expect(await error(HTTPRequest("GET", server.url)) == .redirected)
    #expect(server.requests.count == 6)
  }
}
