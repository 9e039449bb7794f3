import Testing
import VoiceTranslatorCore

/// Terminals that tell only presses: the auto-repeat is all that tells of a hold.
@Suite struct HoldByRepeatsTests {
  var play = HoldPlay()

  @Test mutating func `without repeats the press was a tap, and the next tap ends the take at once`() {
    play.press(at: 0)
    play.press(at: 5000)
    play.advance(to: 9000)
    #expect(play.story == ["started 0", "latched 1100", "ended 5000"])
    #expect(play.ends[0].keptTo == 5000)
  }

  @Test mutating func `a word said in a hold shorter than the first gap is sent without another key`() {
    play.press(at: 0)
    play.voice(at: 400)
    play.advance(to: 9000)
    #expect(play.story == ["started 0", "latched 1100", "ended 1400"])
  }

  @Test mutating func `repeats that come after all turn a latched take back into a held one`() {
    play.press(at: 0)
    play.keys(at: stride(from: 1200, through: 3000, by: 40))
    play.advance(to: 9000)
    #expect(play.story == ["started 0", "latched 1100", "held 1240", "ended 3200"])
    #expect(play.ends[0].keptTo == 3040)
  }

  @Test mutating func `a known terminal that was set to a much later first gap is reclaimed as well`() {
    play = HoldPlay(timing: .init(firstGap: 250, interval: 30))
    play.press(at: 0)
    play.keys(at: stride(from: 1000, through: 3000, by: 30))
    play.advance(to: 9000)
    #expect(play.story == ["started 0", "latched 500", "held 1030", "ended 3180"])
  }

  @Test mutating func `a tap where late repeats were possible ends the take, kept up to the tap`() {
    play.press(at: 0)
    play.press(at: 1500)
    play.advance(to: 9000)
    #expect(play.story == ["started 0", "latched 1100", "ended 2100"])
    #expect(play.ends[0].keptTo == 1500)
  }

  @Test mutating func `what a hold taught of the terminal shortens the next judgement`() {
    play.press(at: 0)
    play.keys(at: stride(from: 250, through: 1000, by: 30))
    play.advance(to: 3000)
    #expect(play.detector.timing == .init(firstGap: 250, interval: 30))
    play.press(at: 10_000)
    play.advance(to: 12_000)
    #expect(play.story.suffix(2) == ["started 10000", "latched 10500"])
  }

  @Test mutating func `nothing that was said is cut where the interval is not known yet`() {
    play.press(at: 0)
    play.press(at: 700)
    play.advance(to: 5000)
    #expect(play.ends.map(\.at) == [1300])
    #expect(play.ends[0].keptTo == 1300)
  }

  @Test mutating func `repeats that arrive in bunches don't make the terminal look fast`() {
    play.press(at: 0)
    for time in stride(from: 660, to: 4000, by: 160) {
      play.keys(at: [time, time, time + 1, time + 1])
    }
    play.advance(to: 9000)
    #expect(play.starts == 1)
    #expect(play.ends.count == 1 && play.ends[0].at > 3860)
  }

  @Test mutating func `another key during the hold latches it, because the repeats end there`() {
    play.press(at: 0)
    play.keys(at: stride(from: 660, to: 1500, by: 40))
    play.otherKey(at: 1510)
    play.voice(at: 5000)
    play.advance(to: 5500)
    #expect(play.story == ["started 0", "latched 1510"])
    play.press(at: 5600)
    #expect(play.story.last == "ended 5600")
  }

  @Test mutating func `a key that bounces is still judged by its repeats`() {
    play.press(at: 0)
    play.press(at: 4)
    play.keys(at: stride(from: 700, through: 2000, by: 40))
    play.advance(to: 5000)
    #expect(play.story == ["started 0", "ended 2180"])
  }

  @Test mutating func `after a forced stop the key is deaf until it was silent`() {
    play.press(at: 0)
    play.advance(to: 700)
    play.detector.stop()
    play.keys(at: stride(from: 740, to: 3000, by: 40))
    #expect(play.story == ["started 0"])
    play.press(at: 3900)
    #expect(play.story.last == "started 3900")
  }

  @Test mutating func `holding the key to end a latched take begins no other`() {
    play.press(at: 0)
    play.press(at: 5000)
    play.keys(at: stride(from: 5660, to: 7000, by: 40))
    play.advance(to: 9000)
    #expect(play.story == ["started 0", "latched 1100", "ended 5000"])
  }

  @Test mutating func `losing the focus ends the hold, and the key still held at the return starts nothing`()
  {
    play.press(at: 0)
    play.focusLost(at: 900)
    play.focusGained(at: 5000)
    play.keys(at: stride(from: 5010, to: 7000, by: 40))
    play.press(at: 8000)
    #expect(play.story == ["started 0", "ended 900", "started 8000"])
  }

  @Test mutating func `time in which the program was held up is no silence`() {
    play.press(at: 0)
    play.keys(at: stride(from: 660, to: 1500, by: 40))
    play.detector.postpone(by: .milliseconds(2000))
    #expect(play.detector.tick(at: .milliseconds(3600)).isEmpty)
    play.advance(to: 5000)
    #expect(play.starts == 1 && play.ends.count == 1)
  }
}
