import Synchronization

/// What the user turns while speech plays: set from any thread, read by the playback thread for each period.
final class PlaybackControls: Sendable {
  private let percentLoud = Atomic(100)
  private let percentFast = Atomic(100)
  private let paused = Atomic(false)

  /// 1 is as loud as the speech came.
  var gain: Float {
    get { Float(percentLoud.load(ordering: .relaxed)) / 100 }
    set { percentLoud.store(Int((newValue * 100).rounded()), ordering: .relaxed) }
  }

  /// 1 is as fast as it was spoken.
  var speed: Double {
    get { Double(percentFast.load(ordering: .relaxed)) / 100 }
    set { percentFast.store(Int((newValue * 100).rounded()), ordering: .relaxed) }
  }

  var isPaused: Bool {
    get { paused.load(ordering: .acquiring) }
    set { paused.store(newValue, ordering: .releasing) }
  }
}
