import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

@Suite struct TranslationResultTests {
  private func result(_ hypotheses: Hypothesis...) -> TranslationResult {
    let turn = CommandTurn(request: TurnRequest(source: .tag(.english), targets: []))
    for hypothesis in hypotheses { turn.take(.recognized(hypothesis)) }
    return result(turn)
  }

  private func result(_ turn: CommandTurn) -> TranslationResult {
    TranslationResult(
      input: "a.wav", entry: turn.finished().entry, speech: [:],
      backends: [.recognize: "ears", .translate: "cloud", .speak: "cloud"])
  }

  @Test func `each stage is that of its backend, from a handover on that of the next`() {
    let turn = CommandTurn(request: TurnRequest(source: .tag(.english), targets: []))
    #expect(result(turn).backend == ["recognize": "ears", "translate": "cloud", "speak": "cloud"])
    turn.take(.handedOver(Handover(from: "cloud", to: "engine", stage: .translate, reason: "it is down")))
    #expect(result(turn).backend == ["recognize": "ears", "translate": "engine", "speak": "engine"])
  }

  @Test func `other readings come ranked with their confidence, the times in seconds`() {
    let source = result(
      Hypothesis(
        text: "Wear is it?", isFinal: true, span: .milliseconds(310)..<(.milliseconds(1900)), confidence: 0.5,
        alternatives: [
          .init(text: "Where is it?", confidence: 0.4), .init(text: "Were is it?", confidence: nil),
        ])
    ).source
    #expect(source.alternatives.map(\.text) == ["Where is it?", "Were is it?"])
    #expect(source.alternatives.map(\.confidence) == [0.4, nil])
    #expect(source.segments == [.init(start: 0.31, end: 1.9, text: "Wear is it?")])
    #expect(source.confidence == 0.5)
  }

  @Test func `no control character of the text is in the JSON`() {
    let json = result(Hypothesis(text: "a\u{1B}[2J\u{9B}m\u{202E}b\u{7F}", isFinal: true)).json
    #expect(
      json.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\u{202E}"
      })
    #expect(json.contains("\\u009b") && json.contains("\\u202e"))
  }
}
