import AudioIO
import Synchronization
import VoiceTranslatorCore

/// The way of encoded speech from the turns to the player, in the order in which the turns began.
///
/// While someone records, nothing is played: what comes meanwhile is kept and played afterwards. Speech that the
/// user stopped stays stopped. The newest turns' speech is kept for a replay.
final class SpeechRoute: Sendable {
  fileprivate struct State {
    var isHeld = false
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

  init(player: Player) { self.player = player }

  /// A turn begins: what later ones say comes after it.
  func expect(_ turn: Turn.ID) { state.withLock { $0.expected.append(turn) } }

  /// Takes a piece of speech of a turn.
  func take(_ chunk: SpeechChunk, of turn: Turn.ID, targetIndex: Int) {
    let clip = Clip(turn: turn, target: targetIndex, segment: chunk.segment, sentence: chunk.sentence)
    state.withLock { state in
      state.kept.keep(chunk.bytes, of: clip, revision: chunk.revision)
      guard !state.stopped.contains(turn) else { return }
      state.begun.insert(turn)
      pass(turn, &state) { player in
        player.append(chunk.bytes, to: clip, revision: chunk.revision)
        if chunk.isLast { player.finish(clip, revision: chunk.revision) }
      }
    }
  }

  /// No more speech comes for a turn. False when it had none that plays.
  @discardableResult
  func end(_ turn: Turn.ID) -> Bool {
    state.withLock { state in
      let hasSpeech = state.begun.remove(turn) != nil
      if hasSpeech { pass(turn, &state) { $0.end(turn) } }
      state.complete.insert(turn)
      flush(&state)
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
      state.complete.insert(turn)
      flush(&state)
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
