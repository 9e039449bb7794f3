import VoiceTranslatorCore

/// The clips that wait to be played, in order, and which turns are complete.
struct ClipQueue {
  private struct Waiting {
    var revision: Int
    var bytes: [UInt8] = []
    var isFinished = false
  }
  private var clips: [Clip: Waiting] = [:]
  private var ended: Set<Turn.ID> = []
  /// Turns whose speech can't be played, until their end comes.
  private var dropped: Set<Turn.ID> = []
  /// The clip being played, which stays first even when an earlier one comes late.
  private var current: Clip?
  /// The revision in which each clip of a turn that goes on is being or was heard: no other is played any more.
  private var heard: [Clip: Int] = [:]

  /// Of a clip's beginning so many bytes are decoded and played first: all of them would keep its first word waiting.
  static let beginning = 8_192

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

  /// Adds bytes; those of a newer revision take the place of older ones unless these are being heard.
  mutating func append(_ bytes: [UInt8], to clip: Clip, revision: Int = 0) {
    change(clip, revision) { $0.bytes += bytes }
  }

  mutating func finish(_ clip: Clip, revision: Int = 0) {
    change(clip, revision) { $0.isFinished = true }
  }

  private mutating func change(_ clip: Clip, _ revision: Int, _ body: (inout Waiting) -> Void) {
    guard !dropped.contains(clip.turn), heard[clip] == nil || heard[clip] == revision && clip == current
    else {
      return
    }
    var waiting = clips[clip] ?? Waiting(revision: revision)
    guard revision >= waiting.revision else { return }
    if revision > waiting.revision { waiting = Waiting(revision: revision) }
    body(&waiting)
    clips[clip] = waiting
  }

  mutating func end(_ turn: Turn.ID) { if dropped.remove(turn) == nil { ended.insert(turn) } }

  /// Takes the next step out of the queue. `playing`: the turn whose speech is in the device.
  mutating func next(playing: Turn.ID?) -> Step {
    guard let clip = current ?? clips.keys.min() else {
      guard let turn = playing ?? ended.min(), ended.remove(turn) != nil else { return .wait }
      forget(turn)
      return .end(turn)
    }
    // A turn that is complete ends before the next one's clips begin.
    if current == nil, let playing, playing < clip.turn {
      guard ended.remove(playing) != nil else { return .wait }
      forget(playing)
      return .end(playing)
    }
    current = clip
    guard let waiting = clips[clip] else { return .wait }
    let isBeginning = heard[clip] != waiting.revision
    heard[clip] = waiting.revision
    if !waiting.bytes.isEmpty {
      let count = isBeginning ? min(Self.beginning, waiting.bytes.count) : waiting.bytes.count
      clips[clip]?.bytes.removeFirst(count)
      return .decode(clip, Array(waiting.bytes.prefix(count)))
    }
    // A turn that has ended has no clip that goes on.
    guard waiting.isFinished || ended.contains(clip.turn) else { return .wait }
    clips[clip] = nil
    current = nil
    return .finish(clip)
  }

  /// Forgets everything; gives the turns that had something waiting.
  mutating func clear() -> Set<Turn.ID> {
    let turns = Set(clips.keys.map(\.turn)).union(ended)
    self = ClipQueue()
    return turns
  }

  /// Forgets one turn, and what still comes of it.
  mutating func drop(_ turn: Turn.ID) {
    clips = clips.filter { $0.key.turn != turn }
    forget(turn)
    if ended.remove(turn) == nil { dropped.insert(turn) }
    if current?.turn == turn { current = nil }
  }

  /// A turn is over: it may be played again from its beginning.
  private mutating func forget(_ turn: Turn.ID) { heard = heard.filter { $0.key.turn != turn } }
}
