/// A simple guess whether someone speaks now: the level stands well above the room's.
///
/// Only a latched take's end hangs on it; what is sent does not.
struct VoiceActivity {
  /// Speech is at least so many decibels above the quietest that was measured.
  static let margin = 12.0
  /// Nothing quieter than this (dBFS) is taken for speech.
  static let floor = -50.0
  private var quietest = 0.0

  mutating func isHeard(_ level: Double) -> Bool {
    // The room may get louder: what was quietest is forgotten slowly.
    quietest = min(level, quietest + 0.05)
    return level > max(Self.floor, quietest + Self.margin)
  }
}
