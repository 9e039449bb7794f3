import AudioIO
import Synchronization
import VoiceTranslatorCore

/// The way of encoded speech from the turns to the player.
///
/// While someone records, nothing is played: what comes meanwhile is kept and played afterwards. Speech that the
/// user stopped stays stopped. The newest turns' speech is kept for a replay.
final class SpeechRoute: Sendable {
  fileprivate struct State {
    var replaces = false
    var isHeld = false
    var held: [(turn: Turn.ID, action: @Sendable (Player) -> Void)] = []
    var stopped: Set<Turn.ID> = []
    var begun: Set<Turn.ID> = []
    var clips: [Turn.ID: [(clip: Clip, bytes: [UInt8])]] = [:]
  }
  private let state = Mutex(State())
  private let player: Player

  /// Turns whose speech is kept.
  fileprivate static let keptTurns = 20

  /// `replaces`: a newer turn's speech stops an older one's.
  init(player: Player, replaces: Bool) {
    self.player = player
    state.withLock { $0.replaces = replaces }
  }

  /// Whether a newer turn's speech stops an older one's, from now on.
  func replaceOlder(_ replaces: Bool) { state.withLock { $0.replaces = replaces } }

  /// Takes a piece of speech of a turn. Gives the turns whose speech it replaced.
  func take(_ chunk: SpeechChunk, of turn: Turn.ID, targetIndex: Int) -> Set<Turn.ID> {
    let clip = Clip(turn: turn, target: targetIndex, segment: chunk.segment, sentence: chunk.sentence)
    return state.withLock { state in
      state.keep(chunk.bytes, of: clip)
      guard !state.stopped.contains(turn) else { return [] }
      let replaced = replaceOlder(than: turn, &state)
      state.begun.insert(turn)
      pass(turn, &state) { player in
        player.append(chunk.bytes, to: clip)
        if chunk.isLast { player.finish(clip) }
      }
      return replaced
    }
  }

  /// No more speech comes for a turn. False when it had none that plays.
  @discardableResult
  func end(_ turn: Turn.ID) -> Bool {
    state.withLock { state in
      guard state.begun.remove(turn) != nil else { return false }
      pass(turn, &state) { $0.end(turn) }
      return true
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
      state.held = []
      player.stop()
      return begun
    }
  }

  /// The newest is what people wait for: what is left of older speech is not spoken any more. Gives the turns that
  /// never reached the player; it tells the others itself.
  private func replaceOlder(than turn: Turn.ID, _ state: inout State) -> Set<Turn.ID> {
    guard state.replaces, !state.begun.contains(turn) else { return [] }
    let dropped = Set(state.held.map(\.turn)).union(state.begun)
    state.stopped.formUnion(state.begun)
    state.begun = []
    state.held = []
    player.stop()
    return dropped
  }

  /// Plays what was kept, and from now on what comes.
  func allow() {
    state.withLock { state in
      state.isHeld = false
      for (_, action) in state.held { action(player) }
      state.held = []
    }
  }

  /// Plays a turn's speech once more. False when it isn't kept any more.
  func replay(_ turn: Turn.ID) -> Bool {
    state.withLock { state in
      guard let clips = state.clips[turn] else { return false }
      for (clip, bytes) in clips {
        player.append(bytes, to: clip)
        player.finish(clip)
      }
      player.end(turn)
      return true
    }
  }

  private func pass(_ turn: Turn.ID, _ state: inout State, _ action: @escaping @Sendable (Player) -> Void) {
    if state.isHeld { state.held.append((turn, action)) } else { action(player) }
  }
}

extension SpeechRoute.State {
  fileprivate mutating func keep(_ bytes: [UInt8], of clip: Clip) {
    var kept = clips[clip.turn] ?? []
    if let index = kept.firstIndex(where: { $0.clip == clip }) {
      kept[index].bytes += bytes
    } else {
      kept.append((clip, bytes))
    }
    clips[clip.turn] = kept
    while clips.count > SpeechRoute.keptTurns, let oldest = clips.keys.min() { clips[oldest] = nil }
  }
}
