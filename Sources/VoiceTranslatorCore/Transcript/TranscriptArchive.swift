/// Turns that are over, packed: one run of bytes and where each turn begins in it.
struct TranscriptArchive: Sendable {
  private var bytes: [UInt8] = []
  private var starts: [Int] = []

  private static let field: UInt8 = 0x1F
  private static let none = ""

  var count: Int { starts.count }

  mutating func append(_ entry: TranscriptEntry) {
    starts.append(bytes.count)
    let times = Milestone.allCases.map { milestone in
      entry.milestones[milestone].map { String(Int($0 / .milliseconds(1))) } ?? Self.none
    }
    var fields = [
      entry.heard, entry.uncorrected.map { "=" + $0 } ?? Self.none, Self.word(entry.stage),
      entry.id.description,
      entry.run.description, String(Int(entry.began.uptime / .milliseconds(1))),
      entry.began.clock.description,
      entry.sourceTag?.description ?? Self.none, times.joined(separator: " "),
    ]
    for target in entry.targets {
      fields += [
        entry.text(in: target), target.description,
        entry.routes[target]?.isRough == true ? "rough" : Self.none,
      ]
    }
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(Self.field) }
      // No field may hold the mark between fields.
      bytes += field.utf8.lazy.map { $0 == Self.field ? 0x20 : $0 }
    }
  }

  mutating func remove(at index: Int) {
    let range = range(index)
    bytes.removeSubrange(range)
    starts.remove(at: index)
    for later in index..<starts.count { starts[later] -= range.count }
  }

  subscript(index: Int) -> TranscriptEntry {
    let fields = bytes[range(index)].split(separator: Self.field, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let clock = fields[6].split(separator: ":").compactMap { Int($0) }
    var milestones: [Milestone: Duration] = [:]
    let times = fields[8].split(separator: " ", omittingEmptySubsequences: false)
    for (milestone, time) in zip(Milestone.allCases, times) {
      milestones[milestone] = Int(time).map { .milliseconds($0) }
    }
    let targets = stride(from: 9, to: fields.count - 2, by: 3).compactMap { place in
      LanguageTag(fields[place + 1]).map { ($0, fields[place], fields[place + 2] == "rough") }
    }
    var entry = TranscriptEntry(
      id: Turn.ID(Int(fields[3]) ?? 0), run: Turn.ID(Int(fields[4]) ?? 0),
      began: Moment(
        uptime: .milliseconds(Int(fields[5]) ?? 0),
        clock: ClockTime(hour: clock.first ?? 0, minute: clock.last ?? 0)),
      source: LanguageTag(fields[7]).map { .tag($0) } ?? .detect([]), heard: fields[0],
      uncorrected: fields[1].isEmpty ? nil : String(fields[1].dropFirst()),
      translations: targets.map { Translation(target: $0.0, text: $0.1) }, stage: Self.stage(fields[2]),
      milestones: milestones)
    entry.routes = Dictionary(targets.map { ($0.0, TranslationRoute(isRough: $0.2)) }) { first, _ in first }
    return entry
  }

  /// Whether one of a turn's texts holds the query.
  func matches(_ query: SearchQuery, at index: Int) -> Bool {
    // Most turns hold it nowhere.
    guard query.matches(utf8: bytes[range(index)]) else { return false }
    let fields = bytes[range(index)].split(separator: Self.field, omittingEmptySubsequences: false)
    return query.matches(utf8: fields[0])
      || stride(from: 9, to: fields.count, by: 3).contains { query.matches(utf8: fields[$0]) }
  }

  private func range(_ index: Int) -> Range<Int> {
    starts[index]..<(index + 1 < starts.count ? starts[index + 1] : bytes.count)
  }

  private static func word(_ stage: TranscriptEntry.Stage) -> String {
    switch stage {
    case .nothingHeard(let silence): silence.rawValue
    case .failed(let notice, let kept): (kept ? "kept " : "lost ") + notice.text
    default: "done"
    }
  }

  private static func stage(_ word: String) -> TranscriptEntry.Stage {
    if let silence = Silence(rawValue: word) { return .nothingHeard(silence) }
    guard word.hasPrefix("kept ") || word.hasPrefix("lost ") else { return .done }
    return .failed(Notice(String(word.dropFirst(5))), kept: word.hasPrefix("kept "))
  }
}
