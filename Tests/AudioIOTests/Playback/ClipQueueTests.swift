import Testing
import VoiceTranslatorCore

@testable import AudioIO

@Suite struct ClipQueueTests {
  var queue = ClipQueue()

  @Test mutating func `clips play in the order of target, segment and sentence, however they arrive`() {
    let clips = [clip(1, 1, 0, 0), clip(1, 0, 1, 0), clip(1, 0, 0, 1), clip(1, 0, 0, 0)]
    for clip in clips {
      queue.append([UInt8(clip.sentence)], to: clip)
      queue.finish(clip)
    }
    #expect(drain() == clips.reversed())
  }

  @Test mutating func `a clip that is playing is not torn apart by an earlier one`() {
    queue.append([1], to: clip(1, 0, 0, 1))
    #expect(queue.next(playing: nil) == .decode(clip(1, 0, 0, 1), [1]))
    queue.append([2], to: clip(1, 0, 0, 0))
    #expect(queue.next(playing: Turn.ID(1)) == .wait)
    queue.finish(clip(1, 0, 0, 1))
    #expect(queue.next(playing: Turn.ID(1)) == .finish(clip(1, 0, 0, 1)))
    #expect(queue.next(playing: Turn.ID(1)) == .decode(clip(1, 0, 0, 0), [2]))
  }

  @Test mutating func `the beginning of a long clip comes first, then all the rest`() {
    let bytes = (0..<30_000).map { UInt8($0 % 251) }
    queue.append(bytes, to: clip(1, 0, 0, 0))
    let first = queue.next(playing: nil)
    #expect(first == .decode(clip(1, 0, 0, 0), Array(bytes[..<ClipQueue.beginning])))
    let second = queue.next(playing: Turn.ID(1))
    #expect(second == .decode(clip(1, 0, 0, 0), Array(bytes[ClipQueue.beginning...])))
    #expect(queue.next(playing: Turn.ID(1)) == .wait)
  }

  @Test mutating func `a turn ends after its last clip and before the next turn begins`() {
    queue.append([1], to: clip(1, 0, 0, 0))
    queue.finish(clip(1, 0, 0, 0))
    queue.append([2], to: clip(2, 0, 0, 0))
    #expect(queue.next(playing: nil) == .decode(clip(1, 0, 0, 0), [1]))
    #expect(queue.next(playing: Turn.ID(1)) == .finish(clip(1, 0, 0, 0)))
    #expect(queue.next(playing: Turn.ID(1)) == .wait)
    queue.end(Turn.ID(1))
    #expect(queue.next(playing: Turn.ID(1)) == .end(Turn.ID(1)))
    #expect(queue.next(playing: nil) == .decode(clip(2, 0, 0, 0), [2]))
  }

  @Test mutating func `a turn without speech ends too`() {
    queue.end(Turn.ID(4))
    #expect(queue.next(playing: nil) == .end(Turn.ID(4)))
    #expect(queue.next(playing: nil) == .wait)
  }

  @Test mutating func `clearing tells which turns waited, and leaves nothing`() {
    queue.append([1], to: clip(1, 0, 0, 0))
    queue.end(Turn.ID(2))
    #expect(queue.clear() == [Turn.ID(1), Turn.ID(2)])
    #expect(queue.next(playing: nil) == .wait)
  }

  @Test mutating func `dropping a turn leaves the others`() {
    queue.append([1], to: clip(1, 0, 0, 0))
    _ = queue.next(playing: nil)
    queue.append([2], to: clip(2, 0, 0, 0))
    queue.drop(Turn.ID(1))
    #expect(queue.next(playing: nil) == .decode(clip(2, 0, 0, 0), [2]))
  }

  @Test mutating func `what comes of a dropped turn is dropped until its end, then it may be played again`() {
    queue.append([1], to: clip(1, 0, 0, 0))
    queue.drop(Turn.ID(1))
    queue.append([2], to: clip(1, 0, 0, 0))
    queue.finish(clip(1, 0, 0, 0))
    queue.end(Turn.ID(1))
    #expect(queue.next(playing: nil) == .wait)
    queue.append([3], to: clip(1, 0, 0, 0))
    #expect(queue.next(playing: nil) == .decode(clip(1, 0, 0, 0), [3]))
  }

  @Test mutating func `a turn's end ends the clip that nobody finished`() {
    queue.append([1], to: clip(1, 0, 0, 0))
    #expect(queue.next(playing: nil) == .decode(clip(1, 0, 0, 0), [1]))
    #expect(queue.next(playing: Turn.ID(1)) == .wait)
    queue.end(Turn.ID(1))
    #expect(queue.next(playing: Turn.ID(1)) == .finish(clip(1, 0, 0, 0)))
    #expect(queue.next(playing: Turn.ID(1)) == .end(Turn.ID(1)))
  }

  private mutating func drain() -> [Clip] {
    var order: [Clip] = []
    while true {
      switch queue.next(playing: nil) {
      case .decode(let clip, _): order.append(clip)
      case .finish: continue
      case .end, .wait: return order
      }
    }
  }
}

func clip(_ turn: Int, _ target: Int, _ segment: Int, _ sentence: Int) -> Clip {
  Clip(turn: Turn.ID(turn), target: target, segment: segment, sentence: sentence)
}
