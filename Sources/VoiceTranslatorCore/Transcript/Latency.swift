/// The few numbers of a turn that a user cares about, made of its milestones.
///
/// All count from the end of speech (the release of the key). A turn's stages overlap: each number is what its stage
/// added to the wait, so that ``heard``, ``translated`` and ``spoken`` make up ``total``, and what was done before it
/// was needed counts as 0.
public struct Latency: Sendable, Equatable {
  /// Release → final text.
  public var heard: Duration?
  /// Final text → first word of a translation; → last translation when nothing was spoken.
  public var translated: Duration?
  /// First word of a translation → first sample at the speaker.
  public var spoken: Duration?
  /// Release → first sample at the speaker, or → last translation when nothing was spoken.
  public var total: Duration?
  /// Last translation → first byte of encoded speech.
  public var synthesized: Duration?
  /// Release → all is said.
  public var untilEnd: Duration?

  /// The numbers of a turn's milestones; what wasn't passed is nil.
  public init(_ milestones: [Milestone: Duration]) {
    guard let released = milestones[.released] else { return }
    func since(_ milestone: Milestone) -> Duration? {
      milestones[milestone].map { max($0 - released, .zero) }
    }
    total = since(.firstSampleOut) ?? since(.translated)
    untilEnd = since(.finished)
    synthesized = since(.firstSpeech).map { max($0 - (since(.translated) ?? $0), .zero) }
    var before = Duration.zero
    func added(by milestone: Milestone) -> Duration? {
      guard let time = since(milestone) else { return nil }
      let end = max(before, min(time, total ?? time))
      defer { before = end }
      return end - before
    }
    heard = added(by: .recognized)
    translated = added(by: milestones[.firstSampleOut] == nil ? .translated : .firstTranslated)
    spoken = added(by: .firstSampleOut)
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
