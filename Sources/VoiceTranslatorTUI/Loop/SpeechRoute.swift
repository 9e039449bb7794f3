import AudioIO
import Synchronization
import VoiceTranslatorCore

/// The way of encoded speech from the turns to the player.
///
/// While someone records, nothing is played: what comes meanwhile is kept and played afterwards. Speech that the
/// user stopped stays stopped. The newest turns' speech is kept for a replay.
final class SpeechRoute: Sendable {
  fileprivate struct State {
    var isHeld = false
    var held: [@Sendable (Player) -> Void] = []
    var stopped: Set<Turn.ID> = []
    var begun: Set<Turn.ID> = []
    var clips: [Turn.ID: [(clip: Clip, revision: Int, bytes: [UInt8])]] = [:]
  }
  private let state = Mutex(State())
  private let player: Player

  /// Turns whose speech is kept.
  fileprivate static let keptTurns = 20

  init(player: Player) { self.player = player }

  /// Takes a piece of speech of a turn.
  func take(_ chunk: SpeechChunk, of turn: Turn.ID, targetIndex: Int) {
    let clip = Clip(turn: turn, target: targetIndex, segment: chunk.segment, sentence: chunk.sentence)
    state.withLock { state in
      state.keep(chunk.bytes, of: clip, revision: chunk.revision)
      guard !state.stopped.contains(turn) else { return }
      state.begun.insert(turn)
      pass(&state) { player in
        player.append(chunk.bytes, to: clip, revision: chunk.revision)
        if chunk.isLast { player.finish(clip, revision: chunk.revision) }
      }
    }
  }

  /// No more speech comes for a turn. False when it had none that plays.
  @discardableResult
  func end(_ turn: Turn.ID) -> Bool {
    state.withLock { state in
      guard state.begun.remove(turn) != nil else { return false }
      pass(&state) { $0.end(turn) }
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

  /// Plays what was kept, and from now on what comes.
  func allow() {
    state.withLock { state in
      state.isHeld = false
      for action in state.held { action(player) }
      state.held = []
    }
  }

  /// Plays a turn's speech once more. False when it isn't kept any more.
  func replay(_ turn: Turn.ID) -> Bool {
    state.withLock { state in
      guard let clips = state.clips[turn] else { return false }
      for (clip, _, bytes) in clips {
        player.append(bytes, to: clip)
        player.finish(clip)
      }
      player.end(turn)
      return true
    }
  }

  private func pass(_ state: inout State, _ action: @escaping @Sendable (Player) -> Void) {
    if state.isHeld { state.held.append(action) } else { action(player) }
  }
}

extension SpeechRoute.State {
  fileprivate mutating func keep(_ bytes: [UInt8], of clip: Clip, revision: Int) {
    var kept = clips[clip.turn] ?? []
    if let index = kept.firstIndex(where: { $0.clip == clip }) {
      if revision == kept[index].revision {
        kept[index].bytes += bytes
      } else if revision > kept[index].revision {
        kept[index] = (clip, revision, bytes)
      }
    } else {
      kept.append((clip, revision, bytes))
    }
    clips[clip.turn] = kept
    while clips.count > SpeechRoute.keptTurns, let oldest = clips.keys.min() { clips[oldest] = nil }
  }
}
