import Foundation
import Synchronization
import Testing
import VoiceTranslatorCore

@testable import TranslationClient

/// The stages of a cascade at the same time: real HTTP, with answers that wait for what must have happened before.
@Suite struct OverlapTests {
  private func run(
    _ server: LoopbackServer, _ targets: [LanguageTag], _ outputs: Outputs,
    said: String = "Hello. How are you?"
  ) async -> BackendError? {
    let settings = Backends.Settings(name: "cloud", urls: [server.url + "/v1"])
    guard let stages = try? Backends.stages(kind: "openai", settings, client: HTTPClient()) else {
      preconditionFailure("there is an openai kind")
    }
    let request = TurnRequest(source: .tag(.english), targets: targets)
    return await backendError { () throws(BackendError) in
      try await Backends.backend(stages, rest: nil, name: "cloud").run(.text(said), request) {
        outputs.take($0)
      }
    }
  }

  /// A server whose speech is the text in angle brackets, and whose translation is up to the test.
  private func server(
    translating translate: @escaping @Sendable (Exchange, Received, _ spoken: Inputs) -> Void
  ) throws -> (LoopbackServer, Inputs) {
    let spoken = Inputs()
    let server = try LoopbackServer(exchanging: { exchange in
      let request = exchange.readRequest()
      guard request.path == "/v1/audio/speech" else { return translate(exchange, request, spoken) }
      let input = request.json["input"] as? String ?? ""
      spoken.add(input)
      exchange.play(Reply("<\(input)>", type: "audio/mpeg"))
    })
    return (server, spoken)
  }

  private func speech(_ outputs: Outputs) -> [SpeechChunk] {
    outputs.content.compactMap { if case .speech(let chunk) = $0 { chunk } else { nil } }
  }

  @Test func `a sentence is spoken while the rest is still being translated`() async throws {
    let (server, spoken) = try server { exchange, _, spoken in
      exchange.begin(type: "text/event-stream")
      exchange.send(delta("Hola. "))
      exchange.send(delta("¿Qué"))
      // The rest comes only when the first sentence was asked for as speech.
      #expect(spoken.wait(for: "Hola."))
      exchange.send(delta(" tal?"))
      exchange.send("data: [DONE]\n\n")
      exchange.end()
    }
    let outputs = Outputs()
    #expect(await run(server, [.spanish], outputs) == nil)
    #expect(spoken.all == ["Hola.", "¿Qué tal?"])
    #expect(speech(outputs).map(\.sentence) == [0, 0, 1, 1])
    #expect(speech(outputs).map(\.isLast) == [false, true, false, true])
    let finals = outputs.content.compactMap {
      if case .translated(let new) = $0, new.isFinal { new.text } else { nil }
    }
    #expect(finals == ["Hola. ", "¿Qué tal?"])
  }

  @Test func `nothing is spoken twice when the model's last word differs from its stream`() async throws {
    let (server, spoken) = try server { exchange, _, _ in
      exchange.begin(type: "text/event-stream")
      for piece in ["  Uno.", " Dos", ". ", "Tres.", "\n"] { exchange.send(delta(piece)) }
      exchange.send("data: [DONE]\n\n")
      exchange.end()
    }
    #expect(await run(server, [.spanish], Outputs(), said: "One. Two. Three.") == nil)
    #expect(spoken.all == ["Uno.", "Dos.", "Tres."])
  }

  @Test func `targets are translated at the same time and spoken in the order chosen`() async throws {
    let asked = Inputs()
    let (server, spoken) = try server { exchange, request, spoken in
      let isItalian = request.text.contains("Italian")
      asked.add(isItalian ? "it" : "es")
      // Italian, the first target, is answered only when the second was asked for and has been spoken.
      if isItalian { #expect(asked.wait(for: "es") && spoken.wait(for: "Hola.")) }
      exchange.play(Reply(#"{"choices":[{"message":{"content":"\#(isItalian ? "Ciao." : "Hola.")"}}]}"#))
    }
    let outputs = Outputs()
    #expect(await run(server, [tag("it"), .spanish], outputs, said: "Hello.") == nil)
    #expect(spoken.all == ["Hola.", "Ciao."])
    #expect(speech(outputs).map(\.target) == [tag("it"), tag("it"), .spanish, .spanish])
  }

  @Test func `a failing voice leaves the translation whole`() async throws {
    let server = try LoopbackServer(exchanging: { exchange in
      guard exchange.readRequest().path != "/v1/audio/speech" else {
        return exchange.play(Reply(#"{"error":{"message":"no voice"}}"#, status: 400))
      }
      exchange.play(.events(chat("Hola. "), chat("¿Qué tal?"), "[DONE]"))
    })
    let outputs = Outputs()
    let error = await run(server, [.spanish], outputs)
    #expect((error?.stage, error?.detail) == (.speak, "no voice"))
    #expect(outputs.milestones.contains(.translated))
    #expect(speech(outputs).isEmpty)
  }
}

private func chat(_ text: String) -> String {
  let escaped = text.replacingOccurrences(of: "\n", with: "\\n")
  return #"{"choices":[{"delta":{"content":"\#(escaped)"}}]}"#
}

private func delta(_ text: String) -> String { "data: \(chat(text))\n\n" }

/// What the server was asked for, in order.
private final class Inputs: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func add(_ text: String) { texts.withLock { $0.append(text) } }

  /// Waits up to ten seconds until `text` was asked for.
  func wait(for text: String) -> Bool {
    for _ in 0..<2000 {
      if all.contains(text) { return true }
      usleep(5_000)
    }
    return false
  }
}
