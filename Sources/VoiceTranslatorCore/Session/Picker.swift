/// The picker pane: which list it shows, what is filtered, where the cursor stands.
public struct Picker: Sendable, Equatable {
  /// Which of the two lists is shown.
  public enum List: Sendable, Equatable {
    /// The language spoken.
    case sources
    /// The language to translate to.
    case targets
  }

  /// The list shown.
  public var list = List.targets
  /// The filter; nil when its field is closed.
  public var filter: String?
  /// On narrow screens the picker is an overlay; this says whether it is open.
  public var isOpen = false
  /// Languages chosen before, newest first; they lead the list.
  public var recents: [LanguageTag] = []

  /// An empty filter, targets shown.
  public init() {}

  /// The languages to show: recents first, then the rest by English name; only those that match the filter.
  public func rows(of all: [Language]) -> [Language] {
    let recent = recents.compactMap { tag in all.first { $0.tag == tag } }
    let rest = all.filter { !recents.contains($0.tag) }
    let rows = recent + rest
    guard let filter, !filter.isEmpty else { return rows }
    return rows.filter { $0.matches(filter) }
  }

  /// The tag `steps` rows away from `current` in `rows`; stops at the ends. Nil when there are no rows.
  public func step(from current: LanguageTag?, by steps: Int, in rows: [Language]) -> LanguageTag? {
    guard !rows.isEmpty else { return nil }
    guard let index = rows.firstIndex(where: { $0.tag == current }) else { return rows[0].tag }
    let (target, overflow) = index.addingReportingOverflow(steps)
    return rows[overflow ? (steps < 0 ? 0 : rows.count - 1) : min(max(target, 0), rows.count - 1)].tag
  }

  /// Puts a language at the head of the recents; keeps five.
  public mutating func remember(_ tag: LanguageTag) {
    recents.removeAll { $0 == tag }
    recents.insert(tag, at: 0)
    recents = Array(recents.prefix(5))
  }
}
