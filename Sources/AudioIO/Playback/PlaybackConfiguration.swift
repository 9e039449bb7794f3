public import VoiceTranslatorCore

/// How the speaker is used.
public struct PlaybackConfiguration: Sendable {
  /// The device, as ALSA names it.
  public var device = "default"
  /// Silence before the first sample of a device that was just opened, for Bluetooth speakers that sleep.
  public var leadIn: Duration = .zero
  /// How loud, 1 is as the speech came; 0 is silent.
  public var volume = 1.0
  /// How fast, 1 is as it was spoken.
  public var speed = 1.0
  /// What the recorder hears of it.
  public var echo = EchoPath()
  /// Called first on every thread that is created here.
  public var onThreadStart: @Sendable () -> Void = {}

  /// The usual way.
  public init() {}
}

/// The speech of one sentence into one target of a turn. Clips play in the order of their parts.
public struct Clip: Hashable, Sendable, Comparable {
  /// The turn.
  public var turn: Turn.ID
  /// The target's place in the order chosen, from 0.
  public var target: Int
  /// The segment of the utterance, from 0.
  public var segment: Int
  /// The sentence within the segment, from 0.
  public var sentence: Int

  /// A clip's name.
  public init(turn: Turn.ID, target: Int, segment: Int, sentence: Int) {
    self.turn = turn
    self.target = target
    self.segment = segment
    self.sentence = sentence
  }

  /// The order in which clips play.
  public static func < (a: Clip, b: Clip) -> Bool {
    (a.turn.number, a.target, a.segment, a.sentence) < (b.turn.number, b.target, b.segment, b.sentence)
  }
}

/// What a player has to tell, on its thread.
public enum PlayerEvent: Sendable, Equatable {
  /// The first sample of a turn's speech was written to the device.
  case started(Turn.ID)
  /// All of a turn's speech was played.
  case finished(Turn.ID)
  /// A turn's speech was stopped.
  case stopped(Turn.ID)
  /// A turn's speech can't be played; what is left of it is dropped.
  case failed(Turn.ID, AudioError)
}
