/// How the program learns that the talk key was let go, and why in this way.
public enum HoldMode: Sendable, Equatable {
  /// The terminal was asked and has answered nothing yet.
  case unanswered
  /// It answered, and has no keyboard protocol.
  case withoutProtocol
  /// It has the keyboard protocol, but with these flags tells no releases.
  case withoutReleases(flags: Int)
  /// It tells releases by the kitty keyboard protocol; the flags in force.
  case keyboardProtocol(flags: Int)
  /// It tells releases in win32-input-mode.
  case win32
  /// An input device of the system tells them; its path.
  case evdev(String)

  /// The mode of a terminal that answered the keyboard protocol's query with these flags; bit 1 asks for releases.
  public init(flags: Int) {
    self = flags & 2 != 0 ? .keyboardProtocol(flags: flags) : .withoutReleases(flags: flags)
  }

  /// Releases are told; else only the key's auto-repeat tells that it is held.
  public var hasReleases: Bool {
    switch self {
    case .unanswered, .withoutProtocol, .withoutReleases: false
    case .keyboardProtocol, .win32, .evdev: true
    }
  }

  /// The mode in a few words.
  public var word: String {
    hasReleases ? "releases are told" : "judged by auto-repeat"
  }

  /// Why it is so, in a sentence; `timing` is what was learned of the terminal's auto-repeat.
  public func reason(_ timing: HoldDetector.Timing? = nil) -> String {
    switch self {
    case .unanswered: "The terminal has not answered whether it tells releases." + Self.learned(timing)
    case .withoutProtocol: "The terminal answered, and has no keyboard protocol." + Self.learned(timing)
    case .withoutReleases(let flags):
      "The terminal's keyboard protocol tells none (flags \(flags))." + Self.learned(timing)
    case .keyboardProtocol(let flags): "The terminal has the kitty keyboard protocol (flags \(flags))."
    case .win32: "The terminal has win32-input-mode."
    case .evdev(let path): "\(path) tells them (evdev)."
    }
  }

  private static func learned(_ timing: HoldDetector.Timing?) -> String {
    timing.map { " Learned: repeats begin after \($0.firstGap) ms and come every \($0.interval) ms." }
      ?? " Nothing is learned of its auto-repeat yet."
  }
}
