import Synchronization
import Testing
import VoiceTranslatorCore

@testable import TranslationClient

@Suite struct OpenAIRecognizerTests {
  private let path = "/v1/audio/transcriptions"
  private let request = TurnRequest(source: .tag(tag("pt-BR")), targets: [])
  private let utterance = Utterance(turn: Turn.ID(1), samples: [1, -2])

  /// An utterance that is complete only when its upload is under way.
  private func growing() -> Utterance {
    let growing = Utterance(turn: Turn.ID(1))
    growing.append([1, -2])
    Task {
      try await Task.sleep(for: .milliseconds(30))
      growing.complete()
    }
    return growing
  }

  private func recognizer(
    _ server: LoopbackServer, model: String = "whisper-1", streams: Bool = false, live: Bool = false
  ) -> OpenAIRecognizer {
    OpenAIRecognizer(service: service(server), model: model, streams: streams, uploadsLive: live)
  }

  @Test func `the form has every field, the file last, and no length when none is known`() async throws {
    let server = try openAIService()
    for live in [false, true] {
      let spoken = live ? growing() : utterance
      let heard = try await recognizer(server, streams: live, live: live).recognize(spoken, request) { _ in
      }
      #expect(heard == Recognition(text: "Good morning.", detected: nil))
    }
    let sent = server.requests
    #expect(sent.map(\.isChunked) == [false, true])
    #expect(sent.allSatisfy { $0.headers["authorization"] == "Bearer sk-canary" && $0.method == "POST" })
    let fields = [
      FormPart(name: "model", content: Array("whisper-1".utf8)),
      FormPart(name: "response_format", content: Array("json".utf8)),
      FormPart(name: "language", content: Array("pt".utf8)),
    ]
    let stream = FormPart(name: "stream", content: Array("true".utf8))
    func file(_ samples: Int?) -> FormPart {
      FormPart(
        name: "file", filename: "utterance.wav", type: "audio/wav",
        content: WAVEHeader.bytes(samples: samples) + [1, 0, 254, 255])
    }
    #expect(sent[0].form == fields + [file(2)])
    #expect(sent[1].form == fields + [stream, file(nil)])
  }

  @Test func `streamed text is partial until it is done`() async throws {
    let server = try openAIService([
      path: .events(
        #"{"type":"transcript.text.delta","delta":"Good "}"#,
        #"{"type":"transcript.text.delta","delta":"mourning"}"#,
        #"{"type":"transcript.text.done","text":"Good morning."}"#)
    ])
    let outputs = Outputs()
    _ = try await recognizer(server, streams: true).recognize(utterance, request) { outputs.take($0) }
    let texts = outputs.content.compactMap { output in
      if case .recognized(let hypothesis) = output { (hypothesis.text, hypothesis.isFinal) } else { nil }
    }
    #expect(texts.map(\.0) == ["Good ", "Good mourning", "Good morning."])
    #expect(texts.map(\.1) == [false, false, true])
    #expect(outputs.milestones == [.inputSent, .recognized])
  }

  @Test func `a stream cut before it is done has failed`() async throws {
    let server = try openAIService([path: .events(#"{"type":"transcript.text.delta","delta":"Good"}"#)])
    let error = await backendError { () throws(BackendError) in
      _ = try await recognizer(server, streams: true).recognize(utterance, request) { _ in }
    }
    #expect((error?.kind, error?.stage) == (.failed, .recognize))
  }

  @Test(arguments: [("english", "en"), ("es", "es"), ("unknown", nil)])
  func `a language to be detected is asked for and told`(word: String, code: String?) async throws {
    let server = try openAIService([path: Reply(#"{"text":"Hi","language":"\#(word)"}"#)])
    let request = TurnRequest(source: .detect([.english, .spanish]), targets: [])
    let heard = try await recognizer(server).recognize(utterance, request) { _ in }
    #expect(heard == Recognition(text: "Hi", detected: code.map { tag($0) }))
    _ = try await recognizer(server, model: "gpt-4o-transcribe").recognize(utterance, request) { _ in }
    let formats = server.requests.map { $0.form.first { $0.name == "response_format" }?.content }
    #expect(formats == [Array("verbose_json".utf8), Array("json".utf8)])
    #expect(server.requests.allSatisfy { !$0.form.contains { $0.name == "language" } })
  }

  @Test func `a server that refuses live upload gets the whole utterance`() async throws {
    let server = try LoopbackServer { request in
      request.isChunked ? Reply("Length Required", status: 411, type: "text/plain") : Reply(#"{"text":"Hi"}"#)
    }
    let heard = try await recognizer(server, live: true).recognize(growing(), request) { _ in }
    #expect(heard.text == "Hi")
    #expect(server.requests.map(\.isChunked) == [true, false])
  }

  @Test
  func `a server that hears nothing in a recording of unknown length gets it whole, from then on at once`()
    async throws
  {
    let server = try LoopbackServer { request in
      Reply(request.isChunked ? #"{"text":""}"# : #"{"text":"Good morning."}"#)
    }
    let recognizer = recognizer(server, live: true)
    for _ in 0..<2 {
      #expect(try await recognizer.recognize(growing(), request) { _ in }.text == "Good morning.")
    }
    #expect(server.requests.map(\.isChunked) == [true, false, false])
  }

  @Test func `a server that takes live uploads may hear nothing, and is believed`() async throws {
    let answers = Mutex([#"{"text":"Hi."}"#, #"{"text":""}"#])
    let server = try LoopbackServer { _ in Reply(answers.withLock { $0.isEmpty ? "{}" : $0.removeFirst() }) }
    let recognizer = recognizer(server, live: true)
    #expect(try await recognizer.recognize(growing(), request) { _ in }.text == "Hi.")
    #expect(try await recognizer.recognize(growing(), request) { _ in }.text == "")
    #expect(server.requests.count == 2)
  }

  @Test func `a refused key ends a live upload without another`() async throws {
    let server = try openAIService([
      path: Reply(#"{"error":{"message":"Incorrect API key: sk-canary."}}"#, status: 401)
    ])
    let error = await backendError { () throws(BackendError) in
      _ = try await recognizer(server, live: true).recognize(growing(), request) { _ in }
    }
    #expect(error?.kind == .unauthorized)
    #expect(error?.detail == "Incorrect API key: •••.")
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [Reply("<html>hi", type: "text/html"), Reply("{}"), Reply("junk", type: "text/plain")])
  func `an answer without text is a violation`(reply: Reply) async throws {
    let server = try openAIService([path: reply])
    let error = await backendError { () throws(BackendError) in
      _ = try await recognizer(server).recognize(utterance, request) { _ in }
    }
    #expect((error?.kind, error?.stage, error?.backend) == (.protocolViolation, .recognize, "cloud"))
  }
}
