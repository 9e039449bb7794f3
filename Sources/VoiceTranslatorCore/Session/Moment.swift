/// A point in time as the session sees it. Time always comes in as an argument, never from a clock inside logic.
public struct Moment: Sendable, Equatable {
  /// Monotonic time since the program started.
  public var uptime: Duration
  /// The local time of day, for display.
  public var clock: ClockTime

  /// A point in time.
  public init(uptime: Duration, clock: ClockTime) {
    self.uptime = uptime
    self.clock = clock
  }
}

/// Hours and minutes of the local day.
public struct ClockTime: Sendable, Equatable, CustomStringConvertible {
  /// 0...23.
  public var hour: Int
  /// 0...59.
  public var minute: Int

  /// A time of day.
  public init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  /// `14:02`.
  public var description: String {
    "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
