/// A microphone or a speaker.
public struct AudioDevice: Sendable, Equatable {
  /// What chooses it; the same after a restart.
  public var id: String
  /// What people call it.
  public var name: String

  /// A device. The name comes from outside and is sanitised here.
  public init(id: String, name: String) {
    self.id = id
    self.name = Sanitizer.line(name)
  }
}

/// The list of microphones and speakers over the conversation: what there is, what is chosen, where the cursor is.
public struct DeviceList: Sendable, Equatable {
  /// The two kinds of devices.
  public enum Side: Sendable, Equatable, CaseIterable {
    /// Microphones.
    case capture
    /// Speakers.
    case playback
  }

  /// Which kind is shown.
  public var side = Side.capture
  /// The row the cursor is on.
  public var cursor = 0
  /// Microphones; nil while they are looked for.
  public var capture: [AudioDevice]?
  /// Speakers; nil while they are looked for.
  public var playback: [AudioDevice]?
  /// The ids of those in use.
  public var chosen: [Side: String]
  /// How the last test went, or that one is under way.
  public var report: String?

  /// A list that is being filled.
  public init(capture: String, playback: String) { chosen = [.capture: capture, .playback: playback] }

  /// The devices shown.
  public var rows: [AudioDevice]? { side == .capture ? capture : playback }

  /// The device the cursor is on.
  public var current: AudioDevice? { rows.flatMap { $0.indices.contains(cursor) ? $0[cursor] : nil } }

  mutating func move(by steps: Int) { cursor = max(0, min((rows?.count ?? 1) - 1, cursor + steps)) }

  mutating func show(_ side: Side) {
    self.side = side
    cursor = rows?.firstIndex { $0.id == chosen[side] } ?? 0
  }
}
