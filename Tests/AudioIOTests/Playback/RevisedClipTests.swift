import Testing
import VoiceTranslatorCore

@testable import AudioIO

@Suite struct RevisedClipTests {
  private var queue = ClipQueue()
  private let first = Clip(turn: Turn.ID(1), target: 0, segment: 0, sentence: 0)
  private let second = Clip(turn: Turn.ID(1), target: 0, segment: 0, sentence: 1)

  /// Plays until there is nothing to do; gives what was decoded.
  private mutating func play() -> [UInt8] {
    var heard: [UInt8] = []
    var playing: Turn.ID?
    while true {
      switch queue.next(playing: playing) {
      case .decode(let clip, let bytes):
        playing = clip.turn
        heard += bytes
      case .finish: continue
      case .end: playing = nil
      case .wait: return heard
      }
    }
  }

  @Test mutating func `a revision of a sentence that nobody heard yet is heard in its place`() {
    for (revision, byte) in [(1, UInt8(1)), (2, 2)] {
      queue.append([byte], to: second, revision: revision)
      queue.finish(second, revision: revision)
    }
    queue.append([0], to: first, revision: 1)
    queue.finish(first, revision: 1)
    #expect(play() == [0, 2])
  }

  @Test mutating func `a sentence that is being heard goes on, and its revision is never heard`() {
    queue.append([1], to: first, revision: 1)
    #expect(play() == [1])
    queue.append([9], to: first, revision: 2)
    queue.finish(first, revision: 2)
    queue.append([2], to: first, revision: 1)
    queue.finish(first, revision: 1)
    #expect(play() == [2])
    // Nor when it was heard to its end.
    queue.append([9], to: first, revision: 3)
    queue.finish(first, revision: 3)
    #expect(play() == [])
  }

  @Test mutating func `what comes late of an older revision is not heard`() {
    queue.append([2], to: first, revision: 2)
    queue.append([1], to: first, revision: 1)
    queue.finish(first, revision: 1)
    queue.append([3], to: first, revision: 2)
    #expect(play() == [2, 3])
  }

  @Test mutating func `a sentence that was taken back is silent`() {
    queue.append([1], to: first, revision: 1)
    queue.append([], to: first, revision: 2)
    queue.finish(first, revision: 2)
    #expect(play() == [])
    // The turn can be played again, whatever was heard of it.
    queue.end(Turn.ID(1))
    #expect(play() == [])
    queue.append([5], to: first)
    queue.finish(first)
    #expect(play() == [5])
  }
}
