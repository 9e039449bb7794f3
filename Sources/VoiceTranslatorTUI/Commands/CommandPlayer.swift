import AudioIO
import Synchronization
import VoiceTranslatorCore

/// Plays speech where there is no screen, and waits for its end.
enum CommandPlayer {
  /// Plays clips one after another; gives the error that stopped it.
  static func play(_ clips: [[UInt8]], _ configuration: PlaybackConfiguration) async -> AudioError? {
    guard !clips.isEmpty else { return nil }
    return await withCheckedContinuation { continuation in
      let once = Mutex<CheckedContinuation<AudioError?, Never>?>(continuation)
      let end: @Sendable (AudioError?) -> Void = { error in
        once.withLock { waiting in
          waiting?.resume(returning: error)
          waiting = nil
        }
      }
      let player = Player(configuration) { event in
        switch event {
        case .finished, .stopped: end(nil)
        case .failed(_, let error): end(error)
        case .started: break
        }
      }
      for (index, bytes) in clips.enumerated() {
        let clip = Clip(turn: Turn.ID(1), target: index, segment: 0, sentence: 0)
        player.append(bytes, to: clip)
        player.finish(clip)
      }
      player.end(Turn.ID(1))
    }
  }
}
