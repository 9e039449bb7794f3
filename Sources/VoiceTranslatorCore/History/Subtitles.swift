/// Texts with their times, as SubRip and WebVTT files.
public struct Subtitles: Sendable, Equatable {
  /// A text and the time it is shown, from the recording's start.
  public struct Cue: Sendable, Equatable {
    /// When it comes.
    public var start: Duration
    /// When it goes.
    public var end: Duration
    /// Its lines.
    public var lines: [String]

    /// A cue.
    public init(start: Duration, end: Duration, lines: [String]) {
      self.start = start
      self.end = end
      self.lines = lines
    }
  }

  /// A line of a cue is broken where it gets longer (characters), as subtitlers do.
  static let width = 42

  /// In the order of their times.
  public var cues: [Cue]

  /// Subtitles with these cues; those without text are left out.
  public init(_ cues: [Cue]) {
    self.cues = cues.compactMap { cue in
      let lines = cue.lines.map { Sanitizer.line($0) }.filter { $0.contains { !$0.isWhitespace } }
      guard !lines.isEmpty else { return nil }
      return Cue(start: cue.start, end: max(cue.end, cue.start), lines: lines.flatMap(Self.broken))
    }
  }

  /// SubRip: numbers, comma before the milliseconds. `first` is the number of the first cue.
  public func subRip(first: Int = 1) -> String {
    cues.enumerated().map { index, cue in
      "\(index + first)\n\(Self.time(cue.start, ",")) --> \(Self.time(cue.end, ","))\n"
        + cue.lines.joined(separator: "\n") + "\n\n"
    }.joined()
  }

  /// The cues of a WebVTT file (W3C Candidate Recommendation, 2019), without the file's head.
  public var webVTTCues: String {
    cues.map { cue in
      "\(Self.time(cue.start, ".")) --> \(Self.time(cue.end, "."))\n"
        + cue.lines.map(Self.escaped).joined(separator: "\n") + "\n\n"
    }.joined()
  }

  /// What a WebVTT file begins with.
  public static let webVTTHead = "WEBVTT\n\n"

  private static func escaped(_ line: String) -> String {
    line.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// `00:01:02,345`.
  private static func time(_ duration: Duration, _ mark: String) -> String {
    let all = max(0, Int((duration / .milliseconds(1)).rounded()))
    let fraction = String(1000 + all % 1000).dropFirst()
    return "\(two(all / 3_600_000)):\(two(all / 60_000 % 60)):\(two(all / 1000 % 60))\(mark)\(fraction)"
  }

  private static func broken(_ line: String) -> [String] {
    var lines: [String] = []
    for word in line.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
