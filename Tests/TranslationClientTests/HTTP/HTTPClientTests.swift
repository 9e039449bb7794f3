import Testing

@testable import TranslationClient

@Suite struct HTTPClientTests {
  private let client = HTTPClient()

  @Test func `an answer streams back while the request still goes up`() async throws {
    let server = try LoopbackServer(exchanging: { exchange in
      exchange.begin(type: "text/plain")
      while let chunk = exchange.readChunk() {
        exchange.send("got \(String(decoding: chunk, as: UTF8.self));")
      }
      exchange.end()
    })
    let upload = UploadStream()
    let response = try await client.send(HTTPRequest("POST", server.url, body: .stream(upload)))
    var body = response.body.makeAsyncIterator()
    for word in ["one", "two", "three"] {
      upload.push(Array(word.utf8))
      #expect(try await body.next() == Array("got \(word);".utf8))
    }
    upload.finish()
    #expect(try await body.next() == nil)
    #expect(server.requests.first?.isChunked == true)
    #expect(server.requests.first?.headers["expect"] == nil)
  }

  @Test func `a connection is kept for the next request`() async throws {
    let server = try LoopbackServer { _ in Reply("{}") }
    for _ in 0..<5 { _ = try await client.send(HTTPRequest("GET", server.url)).bytes() }
    #expect(server.connections == 1)
  }

  @Test func `cancelling the caller ends the request at the server`() async throws {
    let (gone, has) = AsyncStream.makeStream(of: Bool.self)
    let server = try LoopbackServer(exchanging: { exchange in
      has.yield(false)
      has.yield(exchange.waitUntilClientIsGone())
    })
    var events = gone.makeAsyncIterator()
    let task = Task { [client] in try await client.send(HTTPRequest("GET", server.url)) }
    _ = await events.next()
    task.cancel()
    #expect(await events.next() == true)
    let result = await task.result
    #expect(throws: HTTPError(.cancelled)) { try result.get() }
  }

  @Test func `a cancelled caller's request is never sent`() async throws {
    let server = try LoopbackServer { _ in Reply("{}") }
    let (start, go) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [client] in
      for await _ in start {}
      _ = try await client.send(HTTPRequest("POST", server.url, body: .bytes(Array("words".utf8))))
    }
    task.cancel()
    go.finish()
    let result = await task.result
    #expect(throws: HTTPError(.cancelled)) { try result.get() }
    // A request after it, over the same thread, has come: the cancelled one would have been before.
    _ = try await client.send(HTTPRequest("GET", server.url)).bytes()
    #expect(server.requests.map(\.method) == ["GET"])
  }

  @Test func `an answer that nobody reads any more is ended at the server`() async throws {
    let (gone, has) = AsyncStream.makeStream(of: Bool.self)
    let server = try LoopbackServer(exchanging: { exchange in
      exchange.begin(type: "text/plain")
      has.yield(exchange.waitUntilClientIsGone())
    })
    _ = try await client.send(HTTPRequest("GET", server.url)).status
    var events = gone.makeAsyncIterator()
    #expect(await events.next() == true)
  }

  @Test func `a redirect is followed within its origin, and nothing goes to another`() async throws {
    let other = try LoopbackServer { _ in Reply("{}") }
    let destination = other.url
    let server = try LoopbackServer { request in
      request.path == "/same"
        ? Reply("{}")
        : Reply(status: 307, headers: ["Location": request.path == "/a" ? "/same" : destination])
    }
    func request(_ path: String) -> HTTPRequest {
      HTTPRequest(
        "POST", server.url + path, headers: [("xi-api-key", "sk-canary")], body: .bytes(Array("words".utf8)))
    }
    #expect(try await client.send(request("/a")).status == 200)
    let followed = server.requests.first { $0.path == "/same" }
    #expect((followed?.method, followed?.text) == ("POST", "words"))
    #expect(followed?.headers["xi-api-key"] == "sk-canary")
    let host = destination.dropFirst("http://".count)
    await #expect(throws: HTTPError(.redirected, detail: "it sends the caller to http://\(host)")) {
      try await client.send(request("/b"))
    }
    #expect(other.connections == 0)
  }

  @Test func `head fields and the media type are found whatever their letter case`() async throws {
    let server = try LoopbackServer { _ in
      Reply("x", status: 201, type: "Text/Plain ; charset=utf-8", headers: ["X-Thing": "Value"])
    }
    let response = try await client.send(HTTPRequest("GET", server.url))
    #expect((response.status, response.contentType) == (201, "text/plain"))
    #expect(response.headers["x-thing"] == "Value")
  }
}
