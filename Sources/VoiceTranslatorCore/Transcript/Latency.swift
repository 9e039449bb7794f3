/// The few numbers of a turn that a user cares about, made of its milestones.
///
/// All count from the end of speech (the release of the key): how long until the words, the translation and the
/// first sound of it were there.
public struct Latency: Sendable, Equatable {
  /// Release → final text.
  public var heard: Duration?
  /// Final text → last translation.
  public var translated: Duration?
  /// Last translation → first sample at the speaker.
  public var spoken: Duration?
  /// Release → first sample at the speaker, or → last translation when nothing was spoken.
  public var total: Duration?
  /// Last translation → first byte of encoded speech.
  public var synthesized: Duration?
  /// Release → all is said.
  public var untilEnd: Duration?

  /// The numbers of a turn's milestones; what wasn't passed is nil, what was passed early counts as 0.
  public init(_ milestones: [Milestone: Duration]) {
    func between(_ start: Milestone, _ end: Milestone) -> Duration? {
      guard let start = milestones[start], let end = milestones[end] else { return nil }
      return max(end - start, .zero)
    }
    heard = between(.released, .recognized)
    translated = between(.recognized, .translated)
    spoken = between(.translated, .firstSampleOut)
    synthesized = between(.translated, .firstSpeech)
    untilEnd = between(.released, .finished)
    total = between(.released, .firstSampleOut) ?? between(.released, .translated)
  }

  /// `1.4 s: heard 0.6 translated 0.1 spoken 0.7`; nil while there is no total.
  public var line: String? {
    guard let total else { return nil }
    let parts = [("heard", heard), ("translated", translated), ("spoken", spoken)]
      .compactMap { word, time in time.map { "\(word) \(Self.seconds($0))" } }
    return "\(Self.seconds(total)) s: \(parts.joined(separator: " "))"
  }

  /// Seconds with one decimal.
  public static func seconds(_ duration: Duration) -> String {
    let tenths = Int((duration / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Minutes and seconds with one decimal: `0:03.2`.
  public static func minutes(_ duration: Duration) -> String {
    let tenths = Int(duration / .milliseconds(100))
    let seconds = tenths / 10 % 60
    return "\(tenths / 600):\(seconds < 10 ? "0" : "")\(seconds).\(tenths % 10)"
  }
}
