import AudioIO
import Synchronization
import VoiceTranslatorCore

/// The way of encoded speech from the turns to the player, in the order in which the turns began.
///
/// While someone records, nothing is played: what comes meanwhile is kept and played afterwards. Speech that the
/// user stopped stays stopped. The newest turns' speech is kept for a replay.
final class SpeechRoute: Sendable {
  fileprivate struct State {
    var replaces = false
    var isHeld = false
    /// With ``replaces``: the newest turn that has begun to speak.
    var newest: Turn.ID?
    /// Recorded turns whose speech isn't complete, in their order: each waits for those before it.
    var expected: [Turn.ID] = []
    var complete: Set<Turn.ID> = []
    /// What is to be played later.
    var waiting: [Turn.ID: [@Sendable (Player) -> Void]] = [:]
    var stopped: Set<Turn.ID> = []
    var begun: Set<Turn.ID> = []
    var kept = KeptSpeech()
  }
  private let state = Mutex(State())
  private let player: Player

  /// `replaces`: a newer turn's speech stops an older one's.
  init(player: Player, replaces: Bool) {
    self.player = player
    state.withLock { $0.replaces = replaces }
  }

  /// Whether a newer turn's speech stops an older one's, from now on.
  func replaceOlder(_ replaces: Bool) { state.withLock { $0.replaces = replaces } }

  /// A turn begins: what later ones say comes after it.
  func expect(_ turn: Turn.ID) { state.withLock { $0.expected.append(turn) } }

  /// Takes a piece of speech of a turn. Gives the turns whose speech it replaced.
  func take(_ chunk: SpeechChunk, of turn: Turn.ID, targetIndex: Int) -> Set<Turn.ID> {
    let clip = Clip(turn: turn, target: targetIndex, segment: chunk.segment, sentence: chunk.sentence)
    return state.withLock { state in
      state.kept.keep(chunk.bytes, of: clip, revision: chunk.revision)
      let replaced = state.replaces && !state.begun.contains(turn) ? replaceOlder(than: turn, &state) : []
      guard !state.stopped.contains(turn) else { return replaced }
      state.begun.insert(turn)
      pass(turn, &state) { player in
        player.append(chunk.bytes, to: clip, revision: chunk.revision)
        if chunk.isLast { player.finish(clip, revision: chunk.revision) }
      }
      return replaced
    }
  }

  /// No more speech comes for a turn. False when it had none that plays.
  @discardableResult
  func end(_ turn: Turn.ID) -> Bool {
    state.withLock { state in
      let hasSpeech = state.begun.remove(turn) != nil
      if hasSpeech { pass(turn, &state) { $0.end(turn) } }
      complete(turn, &state)
      return hasSpeech
    }
  }

  /// A turn is run anew, or not at all any more: what it said and nobody heard yet is void.
  func forget(_ turn: Turn.ID, isAgain: Bool) {
    state.withLock { state in
      state.waiting[turn] = nil
      state.begun.remove(turn)
      state.kept.forget(turn)
      guard !isAgain else { return }
      complete(turn, &state)
    }
  }

  /// Stops what plays and what waits to be played; keeps what comes from now on until ``allow()``.
  /// Gives the turns that were stopped.
  func stop() -> Set<Turn.ID> {
    state.withLock { state in
      let begun = state.begun
      state.isHeld = true
      state.stopped.formUnion(begun)
      state.begun = []
      state.waiting = [:]
      player.stop()
      return begun
    }
  }

  /// Keeps what comes from now on until ``allow()``; what plays goes on.
  func hold() { state.withLock { $0.isHeld = true } }

  /// Plays what was kept, and from now on what comes.
  func allow() {
    state.withLock { state in
      state.isHeld = false
      flush(&state)
    }
  }

  /// Plays a turn's speech once more. False when it isn't kept any more.
  func replay(_ turn: Turn.ID) -> Bool {
    state.withLock { state in
      let clips = state.kept.clips(of: turn)
      for (clip, bytes) in clips {
        player.append(bytes, to: clip)
        player.finish(clip)
      }
      if !clips.isEmpty { player.end(turn) }
      return !clips.isEmpty
    }
  }

  /// The newest is what people wait for: what is left of older speech is not spoken any more.
  private func replaceOlder(than turn: Turn.ID, _ state: inout State) -> Set<Turn.ID> {
    if let newest = state.newest, turn < newest {
      state.stopped.insert(turn)
      return []
    }
    state.newest = turn
    state.expected.removeAll { $0 < turn }
    let older = state.begun.filter { $0 < turn }
    guard !older.isEmpty else { return [] }
    state.stopped.formUnion(older)
    state.begun.subtract(older)
    for turn in older { state.waiting[turn] = nil }
    player.stop()
    return older
  }

  private func complete(_ turn: Turn.ID, _ state: inout State) {
    if state.expected.contains(turn) { state.complete.insert(turn) }
    flush(&state)
  }

  private func pass(_ turn: Turn.ID, _ state: inout State, _ action: @escaping @Sendable (Player) -> Void) {
    if state.isHeld || state.expected.firstIndex(of: turn) ?? 0 > 0 {
      state.waiting[turn, default: []].append(action)
    } else {
      action(player)
    }
  }

  /// Plays what waited and need not wait any longer.
  private func flush(_ state: inout State) {
    func play(_ turn: Turn.ID) {
      for action in state.waiting.removeValue(forKey: turn) ?? [] where !state.isHeld { action(player) }
    }
    guard !state.isHeld else { return }
    for turn in state.waiting.keys.sorted() where !state.expected.contains(turn) { play(turn) }
    while let first = state.expected.first {
      play(first)
      guard state.complete.remove(first) != nil else { return }
      state.expected.removeFirst()
    }
  }
}
