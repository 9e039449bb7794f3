import Glibc
import Testing
import VoiceTranslatorCore

@testable import TranslationClient

@Suite struct EngineBackendTests {
  private let health = Reply(#"{"status":"ready","loaded":{}}"#)
  private let request = TurnRequest(source: .tag(.english), targets: [.spanish])

  private func backend(
    _ server: LoopbackServer, unixSocket: String? = nil, key: Secret? = nil, patience: Duration = .zero
  ) -> EngineBackend {
    EngineBackend(
      name: "engine", client: HTTPClient(), url: server.url, unixSocket: unixSocket, key: key,
      patience: patience)
  }

  /// A server whose turns answer with these lines.
  private func server(_ lines: String..., ending: Reply.Ending = .complete) throws -> LoopbackServer {
    var reply = Reply(type: "application/x-ndjson", ending: ending)
    reply.pieces = lines.map { $0 + "\n" }
    return try LoopbackServer { [health, reply] in $0.path == "/healthz" ? health : reply }
  }

  private func error(_ server: LoopbackServer, _ outputs: Outputs = Outputs()) async -> BackendError? {
    await backendError { () throws(BackendError) in
      try await backend(server).run(.text("Hello"), request) { outputs.take($0) }
    }
  }

  @Test func `the glossary's words go along, as many as the engine takes`() async throws {
    let server = try server(#"{"type":"done"}"#)
    var request = request
    let long = String(repeating: "x", count: 480)
    let terms = ["Nguyen", long, "Gdańsk & Co"].map { Glossary.Term($0, $0) }
    request.glossary = Glossary([Glossary.Pair(.english, .spanish): terms])
    try await backend(server).run(.text("Hello"), request) { _ in }
    #expect(server.requests.last { $0.path == "/v1/turns" }?.query.contains("prompt=Nguyen, \(long)") == true)
  }

  @Test func `partial text comes while the speaker still speaks, and every line becomes its output`()
    async throws
  {
    let server = try LoopbackServer(exchanging: { [health] exchange in
      guard exchange.head.path == "/v1/turns" else {
        exchange.play(exchange.readRequest().path == "/healthz" ? health : Reply(status: 404))
        return
      }
      exchange.begin(type: "application/x-ndjson")
      exchange.send(
        #"{"type":"ready","languages":{"es":{"route":["en-pt neural"],"rough":true,"voice":"pico:es-ES"}}}"#
          + "\n")
      let first = exchange.readChunk() ?? []
      exchange.send(
        #"{"type":"recognized","segment":0,"revision":1,"text":"\#(first)","stable":1,"final":false}"# + "\n")
      while exchange.readChunk() != nil {}
      for line in [
        #"{"type":"recognized","segment":0,"revision":2,"text":"Sí, ¡ñ!","final":true,"start_ms":310,"end_ms":2350,"#
          + #""confidence":0.5,"alternatives":[{"text":"Si","confidence":0.1}]}"#,
        #"{"type":"detected","language":"en","probability":0.75}"#,
        #"{"type":"translated","segment":0,"sentence":1,"target":"es","revision":0,"text":"¿Qué?","final":true}"#,
        #"{"type":"speech","segment":0,"sentence":1,"target":"es","format":"mp3","data":"AQID"}"#,
        #"{"type":"something_new","text":"x"}"#, #"{"type":"done"}"#,
      ] {
        // Cut in the middle of a character, or anywhere.
        exchange.send(line + "\n")
      }
      exchange.end()
    })
    let utterance = Utterance(turn: Turn.ID(1))
    utterance.append([1, -2])
    let outputs = Outputs()
    let backend = backend(server)
    let turn = Task { [request] in try await backend.run(.speech(utterance), request) { outputs.take($0) } }
    #expect(await eventually { outputs.content.count == 2 })
    utterance.append([3])
    utterance.complete()
    try await turn.value
    #expect(
      outputs.content == [
        .routes([.spanish: TranslationRoute(hops: ["en-pt neural"], isRough: true, voice: "pico:es-ES")]),
        .recognized(Hypothesis(revision: 1, text: "[1, 0, 254, 255]", stable: 1, isFinal: false)),
        .recognized(
          Hypothesis(
            revision: 2, text: "Sí, ¡ñ!", isFinal: true, span: .milliseconds(310)..<(.milliseconds(2350)),
            confidence: 0.5, alternatives: [.init(text: "Si", confidence: 0.1)])),
        .detected(.english, probability: 0.75),
        .translated(Translation(target: .spanish, sentence: 1, text: "¿Qué?")),
        .speech(SpeechChunk(target: .spanish, sentence: 1, bytes: [1, 2, 3])),
      ])
    #expect(Set(outputs.milestones) == [.inputSent, .recognized, .translated, .firstSpeech])
  }

  @Test func `a turn asks for what the request says`() async throws {
    let server = try server(#"{"type":"done"}"#)
    let request = TurnRequest(
      source: .detect([.english, .spanish]), targets: [tag("pt-BR"), .spanish], wantsPartials: false,
      wantsSpeech: false, voices: [.spanish: "pico:es-ES"], speed: 1.5)
    try await backend(server, key: Secret("token")).run(
      .speech(Utterance(turn: Turn.ID(1), samples: [1, -2])), request
    ) { _ in }
    let sent = try #require(server.requests.last)
    #expect((sent.method, sent.path, sent.isChunked) == ("POST", "/v1/turns", true))
    #expect(
      sent.query == [
        "from=auto", "alt=en", "alt=es", "to=pt-BR", "to=es", "voice=es:pico:es-ES", "speed=1.5", "partial=0",
        "speech=0",
      ])
    #expect(sent.headers["content-type"] == "audio/L16;rate=16000")
    #expect(sent.headers["authorization"] == "Bearer token")
    #expect(sent.body == [1, 0, 254, 255])
  }

  @Test func `text enters at translation, a translation at speech`() async throws {
    let server = try server(#"{"type":"done"}"#)
    try await backend(server).run(.text("Où ?"), request) { _ in }
    try await backend(server).run(.translation("¿Dónde?"), request) { _ in }
    let sent = server.requests.filter { $0.path == "/v1/turns" }
    #expect(sent.map(\.text) == ["Où ?", "¿Dónde?"])
    #expect(
      sent.map { $0.headers["content-type"] } == Array(repeating: "text/plain; charset=utf-8", count: 2))
    #expect(sent.map { $0.query.contains("stage=speak") } == [false, true])
  }

  @Test func `it is reached over a Unix socket`() async throws {
    let path = "/tmp/client-test-\(UInt64.random(in: 0 ... .max)).sock"
    defer { unlink(path) }
    let server = try LoopbackServer(unixSocket: path) { _ in Reply(#"{"status":"ready"}"#) }
    #expect(await backend(server, unixSocket: path).health() == .ready)
  }

  @Test func `a problem of one target is told, and the turn goes on`() async throws {
    let outputs = Outputs()
    let server = try server(
      #"{"type":"problem","code":"unsupported_language","stage":"translate","target":"ja","message":"no\u001b[2J way"}"#,
      #"{"type":"done"}"#)
    #expect(await error(server, outputs) == nil)
    #expect(
      outputs.content == [.problem(StageProblem(stage: .translate, target: tag("ja"), message: "no way"))])
  }

  @Test(arguments: [
    ("busy", BackendError.Kind.rateLimited(retryAfter: nil)), ("too_long", .tooLarge),
    ("unsupported_language", .unsupportedLanguages), ("internal", .failed),
  ])
  func `a problem of the whole turn ends it`(code: String, kind: BackendError.Kind) async throws {
    let server = try server(#"{"type":"problem","code":"\#(code)","stage":"recognise","message":"m"}"#)
    let error = await error(server)
    #expect((error?.kind, error?.stage, error?.detail) == (kind, .recognize, "m"))
  }

  @Test func `nothing heard is said, not thrown`() async throws {
    let outputs = Outputs()
    #expect(
      await error(try server(#"{"type":"nothing_heard","reason":"noise"}"#, #"{"type":"done"}"#), outputs)
        == nil)
    #expect(outputs.content == [.nothingHeard(.noise)])
  }

  @Test(arguments: [Reply.Ending.complete, .cut, .reset])
  func `an answer without its end has failed, and what came before is kept`(ending: Reply.Ending) async throws
  {
    let outputs = Outputs()
    let server = try server(
      #"{"type":"translated","target":"es","text":"Hola","final":true}"#, ending: ending)
    #expect(await error(server, outputs)?.kind == .failed)
    #expect(outputs.content == [.translated(Translation(target: .spanish, text: "Hola"))])
  }

  @Test func `junk and pages are no turn`() async throws {
    #expect(await error(try server("junk"))?.kind == .protocolViolation)
    let page = try LoopbackServer { [health] in
      $0.path == "/healthz" ? health : Reply("<html>", type: "text/html")
    }
    #expect(await error(page)?.kind == .protocolViolation)
  }

  @Test func `cancelling the turn ends it at the engine`() async throws {
    let (gone, has) = AsyncStream.makeStream(of: Bool.self)
    let server = try LoopbackServer(exchanging: { [health] exchange in
      guard exchange.head.path == "/v1/turns" else { return exchange.play(health) }
      exchange.begin(type: "application/x-ndjson")
      has.yield(false)
      has.yield(exchange.waitUntilClientIsGone())
    })
    let backend = backend(server)
    let utterance = Utterance(turn: Turn.ID(1))
    let turn = Task { [request] in
      await backendError { () throws(BackendError) in
        try await backend.run(.speech(utterance), request) { _ in }
      }
    }
    var events = gone.makeAsyncIterator()
    _ = await events.next()
    turn.cancel()
    #expect(await turn.value?.kind == .cancelled)
    #expect(await events.next() == true)
  }

  @Test func `an engine that isn't there is waited for as long as patience lasts`() async throws {
    let path = "/tmp/client-test-\(UInt64.random(in: 0 ... .max)).sock"
    defer { unlink(path) }
    let client = HTTPClient()
    func engine(_ patience: Duration) -> EngineBackend {
      EngineBackend(
        name: "engine", client: client, url: "http://localhost", unixSocket: path, key: nil,
        patience: patience)
    }
    let impatient = await backendError { () throws(BackendError) in
      try await engine(.zero).run(.text("x"), request) { _ in }
    }
    #expect((impatient?.kind, impatient?.host) == (.unreachable, path))
    let waiting = engine(.seconds(20))
    let turn = Task { [request] in try await waiting.run(.text("x"), request) { _ in } }
    try await Task.sleep(for: .milliseconds(100))
    let server = try LoopbackServer(unixSocket: path) { [health] in
      $0.path == "/healthz" ? health : Reply(#"{"type":"done"}"# + "\n", type: "application/x-ndjson")
    }
    try await turn.value
    #expect(server.requests.last?.text == "x")
  }

  @Test func `health says how far loading is`() async throws {
    let server = try LoopbackServer { _ in
      Reply(#"{"status":"loading","loaded":{"recognise":true,"translate":false,"speak":false,"x":false}}"#)
    }
    #expect(await backend(server).health() == .loading(progress: 0.25))
  }

  @Test func `capabilities name languages and routes`() async throws {
    let server = try LoopbackServer { _ in
      Reply(
        #"""
        {"languages":{"en":{"recognise":true,"speak":false},"es":{"recognise":true,"speak":true}},
         "routes":[{"from":"en","to":"es","route":["en-pt neural","pt-es apertium"],"rough":true}]}
        """#)
    }
    let capabilities = try await backend(server).capabilities()
    #expect(
      capabilities
        == Capabilities(
          recognizes: [.english, .spanish],
          translates: [
            .english: [.spanish: TranslationRoute(hops: ["en-pt neural", "pt-es apertium"], isRough: true)]
          ],
          speaks: [.spanish]))
  }
}
