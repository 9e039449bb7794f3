/// The picker pane: which list it shows, and where the cursor stands.
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
  /// On narrow screens the picker is an overlay; this says whether it is open.
  public var isOpen = false
  /// Languages used before, newest first; they come after the favourites.
  public var recents: [LanguageTag] = []
  /// Languages that lead the list, in the order in which they were chosen.
  public var favourites: [LanguageTag] = []
  /// Targets that stay when the cursor moves on.
  public var ticked: [LanguageTag] = []
  /// The language that the cursor of the list of sources is on, and of the targets; it may be one that the backend
  /// can't serve.
  public var cursors: [List: LanguageTag] = [:]

  /// Targets shown.
  public init() {}

  /// The languages to show: favourites, recents, then the rest as given; only those that match the filter.
  public func rows(of all: [Language], filter: String?) -> [Language] {
    let leading = (favourites + recents.filter { !favourites.contains($0) })
      .compactMap { tag in all.first { $0.tag == tag } }
    let rows = leading + all.filter { language in !leading.contains { $0.tag == language.tag } }
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

  /// The targets when the cursor is on a language: those ticked, then it.
  func targets(withCursorOn tag: LanguageTag) -> [LanguageTag] {
    ticked.contains(tag) ? ticked : ticked + [tag]
  }
}
