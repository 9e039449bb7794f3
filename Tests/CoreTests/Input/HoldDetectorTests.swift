import Testing
import VoiceTranslatorCore

@Suite struct HoldDetectorTests {
  /// Plays events at times (ms), asking for decisions at every deadline between them, as the loop does.
  struct Play {
    var detector: HoldDetector
    var log: [(at: Int, decision: HoldDetector.Decision)] = []
    private var now = 0

    init(_ detector: HoldDetector = HoldDetector()) { self.detector = detector }

    mutating func key(_ action: Key.Action = .press, at time: Int, releases: Bool) {
      advance(to: time)
      note(detector.key(action, at: .milliseconds(time), hasReleases: releases))
    }

    mutating func advance(to time: Int) {
      while let deadline = detector.deadline {
        let due = max(Int((deadline / .milliseconds(1)).rounded(.up)), now)
        guard due <= time else { break }
        now = due
        let decisions = detector.tick(at: .milliseconds(due))
        note(decisions)
        // A deadline at which nothing is decided must not come again at once.
        if decisions.isEmpty { now += 1 }
        if decisions.isEmpty && detector.deadline == deadline { break }
      }
      now = time
    }

    mutating func note(_ decisions: [HoldDetector.Decision]) { log += decisions.map { (now, $0) } }

    var decisions: [HoldDetector.Decision] { log.map(\.decision) }
    var ends: [(at: Int, sinceRelease: Int)] {
      log.compactMap {
        if case .ended(let since) = $0.decision { ($0.at, Int(since / .milliseconds(1))) } else { nil }
      }
    }
  }

  @Test func `with releases a hold ends at the release, and repeats mean nothing`() {
    var play = Play()
    play.key(at: 0, releases: true)
    for time in stride(from: 660, to: 1500, by: 40) { play.key(.repeat, at: time, releases: true) }
    play.key(.release, at: 1500, releases: true)
    #expect(play.decisions == [.started, .ended(sinceRelease: .zero)])
    #expect(play.ends[0].at == 1500)
  }

  @Test func `with releases a short press latches until the next tap`() {
    var play = Play()
    play.key(at: 0, releases: true)
    play.key(.release, at: 100, releases: true)
    #expect(play.decisions == [.started, .latched])
    play.key(at: 3000, releases: true)
    play.key(.release, at: 3080, releases: true)
    #expect(play.decisions == [.started, .latched, .ended(sinceRelease: .zero)])
    play.key(at: 4000, releases: true)
    #expect(play.decisions.last == .started)
  }

  @Test func `without releases one hold is one take for every repeat rate, jitter and loss`() {
    var random = SplitMix(seed: 11)
    for gap in [200, 250, 400, 500, 660, 800, 1000] {
      for interval in [10, 16, 33, 40, 50, 92, 170] {
        // The slowest repeats leave no room for losses: three in a row are longer than any silence.
        for loss in interval > 100 ? [0.0] : [0.0, 0.1] {
          for hold in [1500, 4000] {
            var play = Play()
            play.key(at: 0, releases: false)
            var last = 0
            for time in stride(from: gap, to: hold, by: interval)
            where Double.random(in: 0...1, using: &random) >= loss {
              let jittered = max(
                last + 1, time + Int.random(in: -interval / 5...interval / 5, using: &random))
              play.key(at: jittered, releases: false)
              last = jittered
            }
            play.advance(to: hold + 3000)
            let name: Comment = "gap \(gap) interval \(interval) loss \(loss) hold \(hold)"
            #expect(play.decisions.count == 2, name)
            #expect(play.decisions.first == .started, name)
            let end = play.ends.first
            // The rule's bound: five intervals, between 200 and 600 ms after the last repeat.
            let bound = min(max(interval * 7, 260), 640)
            #expect((end?.at ?? 0) - last <= bound, name)
            #expect((end?.at ?? 0) >= last, name)
          }
        }
      }
    }
  }

  @Test func `without releases and without repeats the press was a tap`() {
    var play = Play()
    play.key(at: 0, releases: false)
    play.advance(to: 1200)
    #expect(play.decisions == [.started, .latched])
    play.key(at: 5000, releases: false)
    #expect(play.ends.count == 1)
  }

  @Test func `repeats that come after all turn a latched take back into a held one`() {
    var play = Play()
    play.key(at: 0, releases: false)
    play.advance(to: 1150)
    for time in stride(from: 1200, through: 3000, by: 40) { play.key(at: time, releases: false) }
    play.advance(to: 5000)
    #expect(
      play.decisions == [.started, .latched, .held, .ended(sinceRelease: play.decisions.last.sinceRelease)])
    #expect(play.ends.count == 1)
    #expect(play.ends[0].at > 3000)
  }

  @Test func `a latched take ends a second after the speech in it, and after half a minute without any`() {
    var play = Play()
    play.key(at: 0, releases: false)
    play.advance(to: 1200)
    play.detector.voiceHeard(at: .milliseconds(2500))
    play.advance(to: 10_000)
    #expect(play.ends.map(\.at) == [3500])

    var silent = Play()
    silent.key(at: 0, releases: false)
    silent.advance(to: 60_000)
    #expect(silent.ends.map(\.at) == [30_000])
  }

  @Test func `a known terminal is judged by what was learned of it`() {
    var first = Play()
    first.key(at: 0, releases: false)
    for time in stride(from: 250, through: 1000, by: 30) { first.key(at: time, releases: false) }
    first.advance(to: 3000)
    #expect(first.detector.timing == .init(firstGap: 250, interval: 30))

    var second = Play(HoldDetector(timing: first.detector.timing))
    second.key(at: 0, releases: false)
    second.advance(to: 2000)
    // Twice its first gap is enough to know that the key was tapped.
    #expect(second.log.map(\.at) == [0, 500])
  }

  @Test func `after a forced stop the key that is still held starts nothing`() {
    for releases in [true, false] {
      var play = Play()
      play.key(at: 0, releases: releases)
      play.key(.repeat, at: 700, releases: releases)
      play.detector.stop()
      for time in stride(from: 740, to: 3000, by: 40) {
        play.key(releases ? .repeat : .press, at: time, releases: releases)
      }
      if releases { play.key(.release, at: 3000, releases: true) }
      #expect(play.decisions == [.started])
      play.key(at: 4000, releases: releases)
      #expect(play.decisions == [.started, .started])
    }
  }

  @Test func `losing the focus ends the hold, and what the key still sends starts nothing`() {
    var play = Play()
    play.key(at: 0, releases: true)
    play.note(play.detector.focusLost(at: .milliseconds(900)))
    play.key(.release, at: 901, releases: true)
    #expect(play.decisions == [.started, .ended(sinceRelease: .zero)])
  }

  @Test func `another key during a hold without releases latches it`() {
    var play = Play()
    play.key(at: 0, releases: false)
    for time in stride(from: 660, to: 1500, by: 40) { play.key(at: time, releases: false) }
    play.note(play.detector.otherKey(at: .milliseconds(1510)))
    play.detector.voiceHeard(at: .milliseconds(5000))
    play.advance(to: 5500)
    #expect(play.decisions == [.started, .latched])
  }

  @Test func `a take ends at its limit, after a countdown, and the held key starts no other`() {
    var play = Play(HoldDetector(settings: .init(limit: .seconds(40))))
    play.key(at: 0, releases: true)
    play.advance(to: 39_999)
    #expect(play.decisions.first == .started)
    #expect(play.decisions.dropFirst() == ArraySlice((1...30).reversed().map { .limitNear($0) }))
    play.advance(to: 41_000)
    #expect(play.ends.map(\.at) == [40_000])
    play.key(.repeat, at: 41_040, releases: true)
    #expect(play.ends.count == 1 && play.decisions.count { $0 == .started } == 1)
  }

  @Test func `time in which the program was held up is no silence`() {
    var play = Play()
    play.key(at: 0, releases: false)
    for time in stride(from: 660, to: 1500, by: 40) { play.key(at: time, releases: false) }
    play.detector.postpone(by: .milliseconds(2000))
    #expect(play.detector.tick(at: .milliseconds(3400)).isEmpty)
  }
}

extension HoldDetector.Decision? {
  fileprivate var sinceRelease: Duration {
    if case .ended(let since)? = self { since } else { .zero }
  }
}
