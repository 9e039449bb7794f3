import Synchronization
import Testing
import VoiceTranslatorCore

@testable import TranslationClient

@Suite struct TranslatorTests {
  private let prompt = TranslationPrompt()
  private let passage = Passage(text: "Good morning.", source: .english, target: .spanish)

  private func chat(_ server: LoopbackServer) -> ModelTranslator {
    ModelTranslator(model: ChatModel(service: service(server), model: "m-1"), prompt: prompt)
  }

  private func responses(_ server: LoopbackServer) -> ModelTranslator {
    ModelTranslator(model: ResponsesModel(service: service(server), model: "m-2"), prompt: prompt)
  }

  private func translate(_ translator: any Translator) async throws(BackendError) -> (
    String, partials: [String]
  ) {
    let partials = Mutex<[String]>([])
    let translation = try await translator.translate(passage) { partial in
      partials.withLock { $0.append(partial) }
    }
    return (translation.text, partials.withLock { $0 })
  }

  @Test func `chat completions get the text as data, and stream`() async throws {
    let server = try openAIService()
    #expect(try await translate(chat(server)) == ("Buenos días.", ["Buenos ", "Buenos días."]))
    let sent = try #require(server.requests.first)
    #expect((sent.method, sent.path) == ("POST", "/v1/chat/completions"))
    #expect(sent.headers["content-type"] == "application/json")
    #expect(sent.headers["authorization"] == "Bearer sk-canary")
    #expect(Set(sent.json.keys) == ["model", "messages", "stream", "temperature"])
    #expect(sent.json["model"] as? String == "m-1")
    #expect(sent.json["stream"] as? Bool == true)
    #expect(sent.json["temperature"] as? Int == 0)
    #expect(
      sent.json["messages"] as? [[String: String]] == [
        ["role": "system", "content": prompt.instruction(passage)],
        ["role": "user", "content": #"{"text":"Good morning."}"#],
      ])
  }

  @Test func `as many earlier turns as wanted go along as data, the newest, and the register as instruction`()
    async throws
  {
    let server = try openAIService()
    let translator = ModelTranslator(
      model: ChatModel(service: service(server), model: "m-1"), prompt: TranslationPrompt(register: "formal"),
      contextLimit: 2)
    var passage = passage
    passage.context = ["one", "two", "three"].map {
      PastTurn(source: .english, text: $0, target: .spanish, translation: "\($0)!")
    }
    _ = try await translator.translate(passage) { _ in }
    let messages = try #require(server.requests.first?.json["messages"] as? [[String: String]])
    #expect(messages[0]["content"]?.contains("Address people formally.") == true)
    #expect(messages[0]["content"]?.contains("three") == false)
    #expect(
      messages[1]["content"]
        == #"{"earlier":[{"said":"two","translation":"two!"},{"said":"three","translation":"three!"}],"#
        + #""text":"Good morning."}"#)
  }

  @Test func `responses get the text as data, are not stored, and stream`() async throws {
    let server = try openAIService()
    #expect(try await translate(responses(server)) == ("Buenos días.", ["Buenos ", "Buenos días."]))
    let sent = try #require(server.requests.first)
    #expect((sent.method, sent.path) == ("POST", "/v1/responses"))
    #expect(Set(sent.json.keys) == ["model", "instructions", "input", "stream", "store"])
    #expect(sent.json["input"] as? String == #"{"text":"Good morning."}"#)
    #expect(sent.json["instructions"] as? String == prompt.instruction(passage))
    #expect(sent.json["store"] as? Bool == false)
  }

  @Test func `whole answers are read where a server doesn't stream`() async throws {
    let server = try openAIService([
      "/v1/chat/completions": Reply(
        #"{"choices":[{"message":{"content":" Hola \n"},"finish_reason":"stop"}]}"#),
      "/v1/responses": Reply(
        #"{"output":[{"type":"reasoning"},{"content":[{"type":"output_text","text":"Hola"}]}]}"#),
    ])
    #expect(try await translate(chat(server)) == ("Hola", []))
    #expect(try await translate(responses(server)) == ("Hola", []))
  }

  @Test func `a stream that names its end needs no other`() async throws {
    let server = try openAIService([
      "/v1/chat/completions": .events(#"{"choices":[{"delta":{"content":"Hola"},"finish_reason":"stop"}]}"#)
    ])
    #expect(try await translate(chat(server)).0 == "Hola")
  }

  @Test(arguments: [
    (
      Reply.events(#"{"choices":[{"delta":{"content":"Ho"}}]}"#), BackendError.Kind.failed,
      "the answer broke off"
    ),
    (.events(#"{"choices":[{"delta":{"content":"Ho"}}]}"#, ending: .cut), .failed, ""),
    (
      .events(#"{"choices":[{"delta":{"content":"Ho"}}]}"#, #"{"error":{"message":"no memory","code":500}}"#),
      .failed,
      "no memory"
    ),
    (
      .events(#"{"choices":[{"delta":{"content":"Ho"},"finish_reason":"length"}]}"#, "[DONE]"), .tooLarge,
      "the translation is longer than the model may write"
    ),
    (.events(#"{"choices":[{"delta":{"refusal":"I can't"}}]}"#), .rejected, "the model refused: I can't"),
    (
      Reply(#"{"choices":[{"message":{"content":null,"refusal":"No"}}]}"#), .rejected, "the model refused: No"
    ),
    (Reply(#"{"choices":[]}"#), .protocolViolation, "the answer holds no translation"),
    (Reply("<html>", type: "text/html"), .protocolViolation, "the answer is a web page"),
  ])
  func `a chat completion that is no whole translation is an error`(
    reply: Reply, kind: BackendError.Kind, detail: String
  ) async throws {
    let server = try openAIService(["/v1/chat/completions": reply])
    let error = await backendError { () throws(BackendError) in _ = try await translate(chat(server)) }
    #expect((error?.kind, error?.stage) == (kind, .translate))
    if !detail.isEmpty { #expect(error?.detail == detail) }
  }

  @Test(arguments: [
    (Reply.events(#"{"type":"response.output_text.delta","delta":"Ho"}"#), "the answer broke off"),
    (.events(#"{"type":"error","message":"busy"}"#), "busy"),
    (.events(#"{"type":"response.failed","response":{"error":{"message":"down"}}}"#), "down"),
  ])
  func `a response that is no whole translation is an error`(reply: Reply, detail: String) async throws {
    let server = try openAIService(["/v1/responses": reply])
    let error = await backendError { () throws(BackendError) in _ = try await translate(responses(server)) }
    #expect((error?.kind, error?.detail) == (.failed, detail))
  }
}
