import Testing

@testable import VoiceTranslatorCore

@Suite struct LatencyTests {
  private func latency(_ milestones: KeyValuePairs<Milestone, Int>) -> Latency {
    Latency(Dictionary(uniqueKeysWithValues: milestones.map { ($0, .milliseconds($1)) }))
  }

  @Test func `stages one after the other make up the whole wait`() {
    let latency = latency([
      .pressed: 0, .released: 2000, .inputSent: 2060, .recognized: 2500, .firstTranslated: 2700,
      .translated: 3000,
      .firstSpeech: 3200, .firstSampleOut: 3250, .finished: 6000,
    ])
    #expect(latency.heard == .milliseconds(500))
    #expect(latency.translated == .milliseconds(200))
    #expect(latency.spoken == .milliseconds(550))
    #expect(latency.total == .milliseconds(1250))
    #expect(latency.synthesized == .milliseconds(200))
    #expect(latency.untilEnd == .milliseconds(4000))
    #expect(latency.line == "1.3 s: heard 0.5 translated 0.2 spoken 0.6")
  }

  @Test func `what was done before it was needed counts nothing, and the parts still make up the whole`() {
    // The first sentence was spoken before the last one was heard.
    let latency = latency([
      .released: 2000, .recognized: 3000, .firstTranslated: 1000, .translated: 3100, .firstSpeech: 1200,
      .firstSampleOut: 2050,
    ])
    #expect(latency.heard == .milliseconds(50))
    #expect(latency.translated == .zero)
    #expect(latency.spoken == .zero)
    #expect(latency.total == .milliseconds(50))
  }

  @Test func `without speech the translation is the end, and without a release there are no numbers`() {
    let silent = latency([.released: 0, .recognized: 100, .firstTranslated: 200, .translated: 400])
    #expect(silent.translated == .milliseconds(300))
    #expect(silent.total == .milliseconds(400))
    #expect(latency([.pressed: 0]).line == nil)
  }

  @Test func `every milestone that the loop can see is recorded, segments moving the last ones on`() {
    var entry = TranscriptEntry(
      id: Turn.ID(1), at: at(1), source: .tag(tag("en")), targets: [tag("es")])
    entry.mark(.firstSample, at: .seconds(2))
    entry.take(.milestone(.speechOnset), at: .seconds(3))
    entry.take(.recognized(Hypothesis(revision: 1, text: "Where", isFinal: false)), at: .seconds(4))
    entry.take(.recognized(Hypothesis(revision: 2, text: "Where is", isFinal: false)), at: .seconds(5))
    entry.take(.milestone(.inputSent), at: .seconds(5))
    entry.release(at: .seconds(6))
    entry.take(.milestone(.inputSent), at: .seconds(7))
    entry.take(.milestone(.recognized), at: .seconds(8))
    entry.take(.translated(Translation(target: tag("es"), text: "¿", isFinal: false)), at: .seconds(9))
    entry.take(.milestone(.translated), at: .seconds(10))
    entry.take(.milestone(.firstSpeech), at: .seconds(11))
    entry.mark(.firstSampleOut, at: .seconds(12))
    entry.mark(.finished, at: .seconds(13))
    let expected: [Milestone: Duration] = [
      .pressed: .seconds(1), .firstSample: .seconds(2), .speechOnset: .seconds(3), .firstPartial: .seconds(4),
      .released: .seconds(6), .inputSent: .seconds(7), .recognized: .seconds(8),
      .firstTranslated: .seconds(9),
      .translated: .seconds(10), .firstSpeech: .seconds(11), .firstSampleOut: .seconds(12),
      .finished: .seconds(13),
    ]
    #expect(entry.milestones == expected)
    #expect(Set(expected.keys) == Set(Milestone.allCases))
  }

  @Test func `a slow stage is named while it is slow`() {
    var entry = TranscriptEntry(id: Turn.ID(1), at: at(1), source: .tag(tag("en")), targets: [tag("es")])
    #expect(entry.slowWord(at: .seconds(60)) == nil)
    entry.release(at: .seconds(2))
    #expect(entry.slowWord(at: .seconds(3)) == nil)
    #expect(entry.slowWord(at: .seconds(5)) == "sending 3 s, slow")
    entry.take(.milestone(.inputSent), at: .seconds(6))
    #expect(entry.slowWord(at: .seconds(7)) == nil)
    #expect(entry.slowWord(at: .seconds(10)) == "recognising 4 s, slow")
    entry.take(.recognized(Hypothesis(text: "Where?", isFinal: true)), at: .seconds(11))
    entry.take(.milestone(.recognized), at: .seconds(11))
    #expect(entry.slowWord(at: .seconds(14)) == "translating 3 s, slow")
    entry.end(at: .seconds(15))
    #expect(entry.slowWord(at: .seconds(90)) == nil)
  }
}
