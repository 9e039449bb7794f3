import Testing
import VoiceTranslatorCore

@Suite struct TurnTimingTests {
  /// A turn from `from` that was heard `heard` ms after the release and spoken `total` ms after it.
  private func timing(_ from: String, heard: Int, total: Int, backend: String = "engine") throws -> TurnTiming
  {
    var entry = TranscriptEntry(id: Turn.ID(1), at: at(1), source: .tag(tag(from)), targets: [tag("es")])
    entry.mark(.firstSample, at: .seconds(1))
    entry.release(at: .seconds(3))
    entry.take(.recognized(Hypothesis(text: "x", isFinal: true)), at: .seconds(3))
    entry.take(.milestone(.recognized), at: .seconds(3) + .milliseconds(heard))
    entry.take(.translated(Translation(target: tag("es"), text: "y")), at: .seconds(3) + .milliseconds(heard))
    entry.mark(.firstSampleOut, at: .seconds(3) + .milliseconds(total))
    entry.end(at: .seconds(5))
    return try #require(TurnTiming(entry, backend: backend, start: 100))
  }

  @Test func `a timing tells when the key was let go and each milestone from there, and no word`() throws {
    let timing = try timing("en", heard: 200, total: 300)
    #expect(timing.released == 103)
    #expect(timing.milestones["pressed"] == -2_000)
    #expect(timing.milestones["final_text"] == 200)
    #expect(timing.latency.total == .milliseconds(300))
    #expect((timing.from, timing.to) == ("en", ["es"]))
  }

  @Test func `a turn that is not over, and one that was typed, has no timing`() {
    var entry = TranscriptEntry(id: Turn.ID(1), at: at(1), source: .tag(tag("en")), targets: [tag("es")])
    #expect(TurnTiming(entry, backend: "engine", start: 0) == nil)
    entry.release(at: .seconds(2))
    entry.end(at: .seconds(3))
    #expect(TurnTiming(entry, backend: "engine", start: 0) == nil)
  }

  @Test func `statistics are by backend and pair, with median and nearest-rank ninetieth percentile`() throws
  {
    var timings = try (1...10).map { try timing("en", heard: $0 * 10, total: $0 * 100) }
    timings.append(try timing("fr", heard: 5, total: 50))
    timings.append(try timing("fr", heard: 5, total: 70, backend: "cloud"))
    let statistics = TimingStatistics.of(timings)
    #expect(statistics.map(\.turns) == [10, 1, 1])
    #expect(statistics.map(\.backend) == ["engine", "cloud", "engine"])
    #expect(statistics[0].from == "en")
    #expect((statistics[0].total?.median, statistics[0].total?.p90) == (500, 900))
    #expect((statistics[0].heard?.median, statistics[0].heard?.p90) == (50, 90))
    #expect((statistics[1].total?.median, statistics[1].spoken?.p90) == (70, 65))
  }
}
