import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

@Suite struct LogLineTests {
  private static let secret = "marzipan"
  private static let turn = Turn.ID(3)
  private static let outputs: [TurnOutput] = [
    .recognized(Hypothesis(text: secret, isFinal: true, alternatives: [.init(text: secret, confidence: 1)])),
    .translated(Translation(target: .spanish, text: secret)),
    .speech(SpeechChunk(target: .spanish, bytes: Array(secret.utf8))),
    .problem(StageProblem(stage: .speak, target: .spanish, message: secret)),
    .routes([.spanish: TranslationRoute(hops: [secret])]),
  ]

  @Test func `no spoken or typed word and no key is in a line`() {
    let notice = Notice("It said \(Self.secret).", remedy: Self.secret)
    let events: [Event] =
      Self.outputs.map { .output(Self.turn, $0) } + [
        .turnFailed(Self.turn, notice, kept: true), .noticed(notice), .typed(Self.secret),
        .key(Key(.character("m"), text: Self.secret)),
        .history(.rows([.init(id: 1, text: Self.secret)], query: Self.secret)),
        .history(.opened(.init(id: 1, lines: [Self.secret]))),
      ]
    for event in events {
      #expect(LogLine.of(event).map { !$0.0.contains(Self.secret) } ?? true, "\(event)")
    }
    #expect(LogLine.of(.key(Key(.character("m"), text: "m"))) == nil)
  }

  @Test func `the course of a turn can be followed`() {
    let lines = [
      Event.talkStarted, .recordingCompleted(Self.turn, samples: 16_000, peak: 900),
      .output(Self.turn, Self.outputs[0]), .turnEnded(Self.turn),
    ].compactMap { LogLine.of($0)?.0 }
    #expect(
      lines == [
        "talk: side A begins", "turn 3: recorded 1000 ms, peak 900",
        "turn 3: segment 0 revision 0: 8 characters, final", "turn 3: the backend is done",
      ])
  }
}
