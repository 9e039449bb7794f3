import Testing
import VoiceTranslatorCore

@testable import TranslationClient

@Suite struct CascadeBackendTests {
  private let utterance = Utterance(turn: Turn.ID(1), samples: [1, 2, 3])

  private func backend(_ server: LoopbackServer) -> any TranslationBackend {
    var settings = Backends.Settings(name: "cloud", urls: [server.url + "/v1"], key: Secret("sk-canary"))
    settings.speak.model = "tts-9"
    settings.speak.voice = "nova"
    guard let stages = try? Backends.stages(kind: "openai", settings, client: HTTPClient()) else {
      preconditionFailure("there is an openai kind")
    }
    return Backends.backend(stages, rest: nil, name: "cloud")
  }

  private func run(
    _ server: LoopbackServer, _ input: TurnInput, _ targets: [LanguageTag] = [.spanish], speed: Double = 1,
    voices: [LanguageTag: String] = [:], outputs: Outputs = Outputs()
  ) async -> BackendError? {
    let request = TurnRequest(source: .tag(.english), targets: targets, voices: voices, speed: speed)
    return await backendError { () throws(BackendError) in
      try await backend(server).run(input, request) { outputs.take($0) }
    }
  }

  @Test func `a turn goes through the three stages`() async throws {
    let server = try openAIService()
    let outputs = Outputs()
    #expect(await run(server, .speech(utterance), outputs: outputs) == nil)
    #expect(
      server.requests.map(\.path) == ["/v1/audio/transcriptions", "/v1/chat/completions", "/v1/audio/speech"])
    #expect(server.connections == 1)
    let speech = outputs.content.compactMap { if case .speech(let chunk) = $0 { chunk } else { nil } }
    #expect(speech.flatMap(\.bytes) == Array("MP3MORE".utf8))
    #expect(speech.map(\.isLast) == Array(repeating: false, count: speech.count - 1) + [true])
    #expect(
      outputs.content.first { if case .translated(let new) = $0 { new.isFinal } else { false } }
        == .translated(Translation(target: .spanish, revision: 1, text: "Buenos días.")))
    #expect(outputs.milestones.prefix(3) == [.inputSent, .recognized, .translated])
    #expect(outputs.milestones.contains(.firstSpeech))
  }

  @Test func `a connection is opened before there is anything to send, and used then`() async throws {
    let server = try openAIService()
    let backend = backend(server)
    await backend.warmUp()
    #expect(server.requests.map(\.method) == ["HEAD"])
    #expect(server.requests.first?.body.isEmpty == true)
    #expect(server.requests.first?.headers["authorization"] == nil)
    // While it is open nothing is asked again.
    await backend.warmUp()
    let request = TurnRequest(source: .tag(.english), targets: [.spanish])
    try await backend.run(.speech(utterance), request) { _ in }
    #expect(server.requests.map(\.method) == ["HEAD", "POST", "POST", "POST"])
    #expect(server.connections == 1)
  }

  @Test func `speech is asked for with every field`() async throws {
    let server = try openAIService()
    #expect(await run(server, .translation("Hola"), speed: 1.25, voices: [.spanish: "coral"]) == nil)
    #expect(await run(server, .translation("Hola")) == nil)
    #expect(server.requests.map(\.path) == ["/v1/audio/speech", "/v1/audio/speech"])
    let sent = server.requests[0].json
    #expect(Set(sent.keys) == ["model", "input", "voice", "response_format", "speed"])
    #expect(sent["model"] as? String == "tts-9")
    #expect(sent["input"] as? String == "Hola")
    #expect(sent["response_format"] as? String == "mp3")
    #expect(sent["speed"] as? Double == 1.25)
    #expect(server.requests.map { $0.json["voice"] as? String } == ["coral", "nova"])
  }

  @Test func `without words nothing is translated`() async throws {
    let server = try openAIService(["/v1/audio/transcriptions": Reply(#"{"text":" \n"}"#)])
    let outputs = Outputs()
    #expect(await run(server, .speech(utterance), outputs: outputs) == nil)
    #expect(outputs.content == [.nothingHeard(.noSpeech)])
    #expect(server.requests.count == 1)
  }

  @Test func `a target of the same language is spoken as it was said`() async throws {
    let server = try openAIService()
    #expect(await run(server, .text("Hello"), [.english]) == nil)
    #expect(server.requests.map(\.path) == ["/v1/audio/speech"])
    #expect(server.requests[0].json["input"] as? String == "Hello")
  }

  @Test func `one target's trouble leaves the others alone`() async throws {
    let server = try LoopbackServer { request in
      if request.path == "/v1/audio/speech" { return Reply("MP3", type: "audio/mpeg") }
      return request.text.contains("Italian")
        ? Reply(#"{"error":{"message":"no Italian"}}"#, status: 400)
        : Reply(#"{"choices":[{"message":{"content":"Hola"}}]}"#)
    }
    let outputs = Outputs()
    #expect(await run(server, .text("Hello"), [tag("it"), .spanish], outputs: outputs) == nil)
    #expect(
      outputs.content.contains(
        .problem(StageProblem(stage: .translate, target: tag("it"), message: "no Italian"))))
    #expect(outputs.content.last == .speech(SpeechChunk(target: .spanish, bytes: [], isLast: true)))
    #expect(await run(server, .text("Hello"), [tag("it")])?.kind == .rejected)
  }

  @Test(arguments: [
    (Reply(#"{"detail":"no voice"}"#), "the answer is application/json, not audio: no voice"),
    (Reply("<html>", type: "text/html"), "the answer is text/html, not audio"),
    (Reply(type: "audio/mpeg"), "the answer is empty"),
  ])
  func `what is no speech is an error of that stage, and the translation stays`(
    reply: Reply, detail: String
  ) async throws {
    let outputs = Outputs()
    let error = await run(try openAIService(["/v1/audio/speech": reply]), .text("Hi"), outputs: outputs)
    #expect((error?.kind, error?.stage, error?.detail) == (.protocolViolation, .speak, detail))
    #expect(
      outputs.content.last == .translated(Translation(target: .spanish, revision: 1, text: "Buenos días.")))
  }

  @Test(arguments: ["/v1/audio/transcriptions", "/v1/chat/completions", "/v1/audio/speech"])
  func `cancelling the turn ends it in every stage`(path: String) async throws {
    var stalled = Reply("x", type: path.hasSuffix("speech") ? "audio/mpeg" : "application/json")
    stalled.ending = .stall
    let server = try openAIService([path: stalled])
    let backend = backend(server)
    let request = TurnRequest(source: .tag(.english), targets: [.spanish])
    let turn = Task { [utterance] in
      await backendError { () throws(BackendError) in
        try await backend.run(.speech(utterance), request) { _ in }
      }
    }
    #expect(await eventually { server.requests.last?.path == path })
    turn.cancel()
    #expect(await turn.value?.kind == .cancelled)
  }
}
