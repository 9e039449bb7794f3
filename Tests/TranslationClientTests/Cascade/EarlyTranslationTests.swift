import Foundation
import Synchronization
import Testing
import VoiceTranslatorCore

@testable import TranslationClient

/// A cascade whose recogniser gives text while it still listens: what is stable is translated and spoken meanwhile.
@Suite(.timeLimit(.minutes(10))) struct EarlyTranslationTests {
  private let request = TurnRequest(source: .tag(.english), targets: [.spanish])

  /// Runs a turn in which the recogniser says these hypotheses, waits until `spoken` is asked for as speech, and ends.
  private func run(
    _ hypotheses: [Hypothesis], until spoken: String, final: String
  ) async throws -> (outputs: Outputs, spoken: [String], asked: [String]) {
    let asked = Log()
    let said = Log()
    let server = try LoopbackServer { request in
      if request.path == "/v1/audio/speech" {
        let text = request.json["input"] as? String ?? ""
        said.add(text)
        return Reply("<\(text)>", type: "audio/mpeg")
      }
      let messages = request.json["messages"] as? [[String: String]] ?? []
      let data = Data((messages.last?["content"] ?? "").utf8)
      let text = (try? JSONSerialization.jsonObject(with: data) as? [String: String])?["text"] ?? ""
      asked.add(text)
      return Reply(#"{"choices":[{"message":{"content":"\#(spanish[text] ?? "?")"}}]}"#)
    }
    let cloud = service(server)
    let backend = CascadeBackend(
      name: "cloud",
      recognizer: ScriptedFakeRecognizer(hypotheses: hypotheses, final: final) {
        await said.wait(for: spoken)
      },
      translator: ModelTranslator(
        model: ChatModel(service: cloud, model: "m"), prompt: TranslationPrompt()),
      synthesizer: OpenAISynthesizer(service: cloud, model: "m", voice: "v"), engine: nil)
    let outputs = Outputs()
    try await backend.run(.speech(Utterance(turn: Turn.ID(1), samples: [0])), request) { outputs.take($0) }
    return (outputs, said.all, asked.all)
  }

  /// What a listener would hear: the newest revision of each sentence, in order.
  private func heard(_ outputs: Outputs) -> [String] {
    var clips: [Int: (revision: Int, bytes: [UInt8])] = [:]
    for chunk in outputs.speech {
      let known = clips[chunk.sentence] ?? (chunk.revision, [])
      clips[chunk.sentence] =
        chunk.revision > known.revision
        ? (chunk.revision, chunk.bytes) : (known.revision, known.bytes + chunk.bytes)
    }
    return clips.sorted { $0.key < $1.key }.map { String(decoding: $0.value.bytes, as: UTF8.self) }
      .filter { !$0.isEmpty }
  }

  @Test func `a stable sentence is spoken before the rest is heard, and once`() async throws {
    let partial = Hypothesis(
      revision: 1, text: "Good morning. How are", stable: 18, isFinal: false)
    let run = try await run([partial], until: "Buenos días.", final: "Good morning. How are you?")
    #expect(run.asked == ["Good morning.", "How are you?"])
    #expect(run.spoken == ["Buenos días.", "¿Cómo estás?"])
    #expect(heard(run.outputs) == ["<Buenos días.>", "<¿Cómo estás?>"])
    #expect(run.outputs.milestones.filter { $0 == .translated }.count == 1)
  }

  @Test func `what is not stable is not translated early`() async throws {
    let partial = Hypothesis(revision: 1, text: "Good morning. How are", stable: 8, isFinal: false)
    let run = try await run([partial], until: "", final: "Good mourning. How are you?")
    #expect(run.asked == ["Good mourning. How are you?"])
  }

  @Test func `a sentence that is revised before it was heard is heard once, as revised`() async throws {
    let partial = Hypothesis(
      revision: 1, text: "Good morning. Turn left. And", stable: 28, isFinal: false)
    let run = try await run([partial], until: "Gire a la izquierda.", final: "Good morning. Turn right now.")
    #expect(run.asked == ["Good morning.", "Turn left.", "Turn right now."])
    #expect(heard(run.outputs) == ["<Buenos días.>", "<Gire a la derecha ahora.>"])
    let texts = run.outputs.content.compactMap { if case .translated(let new) = $0 { new } else { nil } }
    #expect(texts.last?.text == "Gire a la derecha ahora.")
    #expect(texts.map(\.revision) == [1, 1, 2])
  }

  @Test func `a sentence that turns out never to have been said is taken back`() async throws {
    let partial = Hypothesis(
      revision: 1, text: "Good morning. Thank you. And", stable: 28, isFinal: false)
    let run = try await run([partial], until: "Gracias.", final: "Good morning.")
    #expect(heard(run.outputs) == ["<Buenos días.>"])
    let texts = run.outputs.content.compactMap { if case .translated(let new) = $0 { new } else { nil } }
    #expect(texts.last == Translation(target: .spanish, sentence: 1, revision: 2, text: ""))
  }
}

private let spanish = [
  "Good morning.": "Buenos días.", "How are you?": "¿Cómo estás?", "Turn left.": "Gire a la izquierda.",
  "Good mourning. How are you?": "Buen luto. ¿Cómo estás?", "Turn right now.": "Gire a la derecha ahora.",
  "Thank you.": "Gracias.",
]

/// Says what the test says while it listens, as no file-at-once service does.
private struct ScriptedFakeRecognizer: Recognizer {
  var hypotheses: [Hypothesis]
  var final: String
  var wait: @Sendable () async -> Void

  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    for hypothesis in hypotheses { await emit(.recognized(hypothesis)) }
    await wait()
    await emit(.recognized(Hypothesis(revision: .max, text: final, isFinal: true)))
    return Recognition(text: final, detected: nil)
  }
}

/// What a server was asked for, in order.
private final class Log: Sendable {
  private let texts = Mutex<[String]>([])
  var all: [String] { texts.withLock { $0 } }
  func add(_ text: String) { texts.withLock { $0.append(text) } }

  /// Waits until `text` was asked for, a minute at most; an empty one is not waited for.
  func wait(for text: String) async {
    if !text.isEmpty { #expect(await eventually { all.contains(text) }) }
  }
}
