import Testing
import VoiceTranslatorCore

/// Terminals that tell releases.
@Suite struct HoldWithReleasesTests {
  var play = HoldPlay(releases: true)

  @Test mutating func `a hold ends at the release, and repeats mean nothing`() {
    play.press(at: 0)
    play.keys(.repeat, at: stride(from: 660, to: 1500, by: 40))
    play.release(at: 1500)
    play.advance(to: 5000)
    // Decided once it can't be contact bounce, and kept up to the release itself.
    #expect(play.story == ["started 0", "ended 1525"])
    #expect(play.ends[0].keptTo == 1500)
  }

  @Test mutating func `a short press latches until the next tap`() {
    play.press(at: 0)
    play.release(at: 100)
    play.press(at: 3000)
    play.release(at: 3080)
    play.press(at: 4000)
    #expect(play.story == ["started 0", "latched 100", "ended 3000", "started 4000"])
  }

  @Test
  mutating func `a latched take ends a second after the speech in it, and after half a minute without any`() {
    play.press(at: 0)
    play.release(at: 100)
    play.voice(at: 2500)
    play.press(at: 10_000)
    play.release(at: 10_100)
    play.advance(to: 60_000)
    #expect(
      play.story == [
        "started 0", "latched 100", "ended 3500", "started 10000", "latched 10100", "ended 40000",
      ])
  }

  @Test mutating func `a switch that bounces splits no take and latches none`() {
    play.press(at: 0)
    play.release(at: 3)
    play.press(at: 8)
    // Once more in the middle of the sentence, and at its end.
    play.release(at: 1000)
    play.press(at: 1010)
    play.release(at: 2000)
    play.press(at: 2006)
    play.release(at: 2012)
    play.advance(to: 9000)
    #expect(play.story == ["started 0", "latched 3", "held 8", "ended 2037"])
    #expect(play.ends[0].keptTo == 2012)
  }

  @Test mutating func `a switch that bounces as it ends a latched take begins no other`() {
    play.press(at: 0)
    play.release(at: 100)
    play.press(at: 3000)
    play.release(at: 3080)
    play.press(at: 3085)
    play.release(at: 3090)
    play.press(at: 4000)
    #expect(play.story == ["started 0", "latched 100", "ended 3000", "started 4000"])
  }

  @Test mutating func `a release that is lost costs nothing: the next one ends the take`() {
    play.press(at: 0)
    play.press(at: 2000)
    play.release(at: 3000)
    play.advance(to: 9000)
    #expect(play.story == ["started 0", "ended 3025"])
  }

  @Test mutating func `another key during the hold changes nothing`() {
    play.press(at: 0)
    play.otherKey(at: 500)
    play.release(at: 1000)
    play.advance(to: 2000)
    #expect(play.story == ["started 0", "ended 1025"])
  }

  @Test(arguments: [true, false])
  mutating func `losing the focus ends the hold, and the key still held at the return starts nothing`(
    told: Bool
  ) {
    play.press(at: 0)
    play.focusLost(at: 900)
    // Some terminals make up a release then.
    if told { play.release(at: 901) }
    play.focusGained(at: 5000)
    play.keys(.repeat, at: stride(from: 5010, to: 7000, by: 40))
    play.release(at: 7000)
    #expect(play.story == ["started 0", "ended 900"])
    play.press(at: 7100)
    #expect(play.story.last == "started 7100")
  }

  @Test
  mutating func `a press that arrives as a repeat is a press, also some time after the focus came back`() {
    play.focusLost(at: 0)
    play.focusGained(at: 1000)
    play.key(.repeat, at: 2000)
    #expect(play.story == ["started 2000"])
  }

  @Test mutating func `a press right after the focus came back begins at once`() {
    play.press(at: 0)
    play.focusLost(at: 900)
    play.release(at: 901)
    play.focusGained(at: 5000)
    play.press(at: 5010)
    #expect(play.story.last == "started 5010")
  }

  @Test mutating func `after a forced stop the key that is still held starts nothing`() {
    play.press(at: 0)
    play.advance(to: 700)
    play.detector.stop()
    play.keys(.repeat, at: stride(from: 740, to: 3000, by: 40))
    play.release(at: 3000)
    #expect(play.story == ["started 0"])
    play.press(at: 3100)
    #expect(play.story.last == "started 3100")
  }

  @Test mutating func `a take ends at its limit, after a countdown, and the held key starts no other`() {
    play = HoldPlay(releases: true, limit: .seconds(40))
    play.press(at: 0)
    play.keys(.repeat, at: stride(from: 660, to: 42_000, by: 40))
    #expect(play.story == ["started 0"] + (1...30).reversed().map { "limit \($0)" } + ["ended 40000"])
  }

  @Test(arguments: [(900, "ended 925"), (150, "latched 150")])
  func `that the terminal tells releases may become known while the key is held`(
    release: Int, decided: String
  ) {
    var play = HoldPlay(releases: false)
    play.press(at: 0)
    play.advance(to: 50)
    play.detector.hasReleases = true
    play.release(at: release)
    play.advance(to: 2000)
    #expect(play.story == ["started 0", decided])
  }
}
