/// What the user turns on the screen: how loud and how fast speech is, and whether it waits.
public struct SoundSettings: Sendable, Equatable {
  /// Percent of the speech's own loudness, 0...200.
  public private(set) var volume: Int
  /// Percent of the speech's own speed, 50...200.
  public private(set) var speed: Int
  /// Speech waits in the middle.
  public var isPaused = false
  /// The microphone is closed until it is wanted again.
  public var isMicrophoneMuted = false

  private static let volumes = 0...200
  private static let speeds = 50...200
  private static let step = 10

  /// Settings; 1 is the speech's own loudness and speed.
  public init(volume: Double = 1, speed: Double = 1) {
    self.volume = Self.percent(volume, in: Self.volumes)
    self.speed = Self.percent(speed, in: Self.speeds)
  }

  mutating func changeVolume(by steps: Int) {
    volume = Self.clamp(volume + steps * Self.step, to: Self.volumes)
  }

  mutating func changeSpeed(by steps: Int) { speed = Self.clamp(speed + steps * Self.step, to: Self.speeds) }

  private static func percent(_ factor: Double, in range: ClosedRange<Int>) -> Int {
    clamp(Int((factor * 100).rounded()), to: range)
  }

  private static func clamp(_ value: Int, to range: ClosedRange<Int>) -> Int {
    max(range.lowerBound, min(range.upperBound, value))
  }
}
