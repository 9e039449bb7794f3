/// All turns of the screen, oldest first: the newest as they are, older ones packed.
///
/// What is packed takes its text's bytes and an index, however many turns there are; a key press never walks over it.
public struct Transcript: Sendable {
  /// Turns that are kept as they are.
  static let kept = 200

  /// The newest turns.
  public private(set) var recent: [TranscriptEntry] = []
  private var archive = TranscriptArchive()
  /// Packed turns that were changed since, by their place.
  private var changed: [Int: TranscriptEntry] = [:]

  /// No turns.
  public init() {}

  /// How many turns there are.
  public var count: Int { archive.count + recent.count }

  /// The turn at a place, from 0, the oldest.
  public subscript(index: Int) -> TranscriptEntry {
    if index >= archive.count { return recent[index - archive.count] }
    return changed[index] ?? archive[index]
  }

  /// Adds the newest turn; the oldest that are over and not among the ``kept`` newest are packed.
  public mutating func append(_ entry: TranscriptEntry) {
    recent.append(entry)
    // In one go now and then, because removing from the front moves all that stay.
    guard recent.count >= 2 * Self.kept else { return }
    let old = recent.prefix(recent.count - Self.kept).prefix(while: \.stage.isOver)
    for entry in old { archive.append(entry) }
    recent.removeFirst(old.count)
  }

  /// The place of a turn; nil when it is not among those that can still change.
  public func index(of id: Turn.ID) -> Int? {
    if let index = recent.lastIndex(where: { $0.id == id }) { return archive.count + index }
    return changed.first { $0.value.id == id }?.key
  }

  /// Changes the turn at a place.
  public mutating func change(at index: Int, _ body: (inout TranscriptEntry) -> Void) {
    if index >= archive.count {
      body(&recent[index - archive.count])
    } else {
      var entry = self[index]
      body(&entry)
      changed[index] = entry
    }
  }

  /// Takes one turn out.
  public mutating func remove(at index: Int) {
    if index >= archive.count {
      recent.remove(at: index - archive.count)
    } else {
      archive.remove(at: index)
      changed = Dictionary(
        uniqueKeysWithValues: changed.filter { $0.key != index }.map {
          ($0.key > index ? $0.key - 1 : $0.key, $0.value)
        })
    }
  }

  /// Forgets all turns that are over.
  public mutating func removeAll() {
    let open = recent.filter { !$0.stage.isOver } + changed.values.filter { !$0.stage.isOver }
    self = Transcript()
    recent = open.sorted { $0.id < $1.id }
  }

  /// The nearest turn that holds `query` in one of its texts, from `start` on in a direction; nil: there is none.
  public func search(_ query: SearchQuery, from start: Int, forward: Bool) -> Int? {
    let places =
      forward ? Array(stride(from: start, to: count, by: 1)) : Array(stride(from: start, through: 0, by: -1))
    return places.first { matches(query, at: $0) }
  }

  private func matches(_ query: SearchQuery, at index: Int) -> Bool {
    if index < archive.count, changed[index] == nil { return archive.matches(query, at: index) }
    let entry = self[index]
    return query.matches(entry.heard) || entry.targets.contains { query.matches(entry.text(in: $0)) }
  }
}
