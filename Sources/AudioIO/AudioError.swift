/// Why sound can't be recorded or played, in terms a user can act on.
public struct AudioError: Error, Sendable, Equatable {
  /// What went wrong, a closed set.
  public enum Kind: Sendable, Equatable {
    /// There is no such device (ENOENT, ENODEV at open).
    case deviceNotFound
    /// Another program has it (EBUSY).
    case deviceBusy
    /// It was there and is gone: unplugged, the sound server died, or no data came for a second.
    case deviceLost
    /// The user may not open it (EACCES, EPERM).
    case permissionDenied
    /// No format of the device can be converted, or the bytes to play are no known audio.
    case unsupportedFormat
    /// The sound server can't be reached (ECONNREFUSED).
    case serviceUnavailable
    /// Anything else; the code says what.
    case failed
  }

  /// Whether it concerns the microphone or the speaker.
  public enum Direction: Sendable, Equatable {
    /// The microphone.
    case capture
    /// The speaker.
    case playback
  }

  /// What went wrong.
  public var kind: Kind
  /// Which side.
  public var direction: Direction
  /// The device as the user knows it.
  public var device: String
  /// The library's error number (errno, positive), 0 if none.
  public var code: Int32
  /// The library's words, sanitised.
  public var detail: String

  /// An error with its facts.
  public init(_ kind: Kind, _ direction: Direction, device: String, code: Int32 = 0, detail: String = "") {
    self.kind = kind
    self.direction = direction
    self.device = device
    self.code = code
    self.detail = detail
  }
}
