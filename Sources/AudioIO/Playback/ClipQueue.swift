import VoiceTranslatorCore

/// The clips that wait to be played, in order, and which turns are complete.
struct ClipQueue {
  private struct Waiting {
    var bytes: [UInt8] = []
    var isFinished = false
  }
  private var clips: [Clip: Waiting] = [:]
  private var ended: Set<Turn.ID> = []
  /// Turns whose speech can't be played, until their end comes.
  private var dropped: Set<Turn.ID> = []
  /// The clip being played, which stays first even when an earlier one comes late.
  private var current: Clip?

  /// What the player can do next.
  enum Step: Equatable {
    /// Decode these bytes of a clip.
    case decode(Clip, [UInt8])
    /// A clip has no more bytes.
    case finish(Clip)
    /// A turn has no more clips.
    case end(Turn.ID)
    /// Nothing yet.
    case wait
  }

  mutating func append(_ bytes: [UInt8], to clip: Clip) {
    if !dropped.contains(clip.turn) { clips[clip, default: Waiting()].bytes += bytes }
  }

  mutating func finish(_ clip: Clip) {
    if !dropped.contains(clip.turn) { clips[clip, default: Waiting()].isFinished = true }
  }

  mutating func end(_ turn: Turn.ID) { if dropped.remove(turn) == nil { ended.insert(turn) } }

  /// Takes the next step out of the queue. `playing`: the turn whose speech is in the device.
  mutating func next(playing: Turn.ID?) -> Step {
    guard let clip = current ?? clips.keys.min() else {
      guard let turn = playing ?? ended.min(), ended.remove(turn) != nil else { return .wait }
      return .end(turn)
    }
    // A turn that is complete ends before the next one's clips begin.
    if current == nil, let playing, playing < clip.turn {
      return ended.remove(playing) != nil ? .end(playing) : .wait
    }
    current = clip
    guard let waiting = clips[clip] else { return .wait }
    if !waiting.bytes.isEmpty {
      clips[clip]?.bytes = []
      return .decode(clip, waiting.bytes)
    }
    // A turn that has ended has no clip that goes on.
    guard waiting.isFinished || ended.contains(clip.turn) else { return .wait }
    clips[clip] = nil
    current = nil
    return .finish(clip)
  }

  /// The turns that have something waiting.
  var turns: Set<Turn.ID> { Set(clips.keys.map(\.turn)).union(ended) }

  /// Forgets everything; gives the turns that had something waiting.
  mutating func clear() -> Set<Turn.ID> {
    let turns = turns
    self = ClipQueue()
    return turns
  }

  /// Forgets one turn, and what still comes of it.
  mutating func drop(_ turn: Turn.ID) {
    clips = clips.filter { $0.key.turn != turn }
    if ended.remove(turn) == nil { dropped.insert(turn) }
    if current?.turn == turn { current = nil }
  }
}
