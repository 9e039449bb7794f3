/// What part of the conversation is shown.
public enum Scroll: Sendable, Equatable {
  /// Its end, whatever comes.
  case newest
  /// The lowest turn that is shown, by its place in the transcript, and how many of its last lines are below the pane.
  case at(bottom: Int, hidden: Int)
}

/// The lines of the conversation: scrolling, selecting, searching.
extension Session {
  /// Lines that a notch of the mouse wheel scrolls.
  static let notch = 3

  mutating func turnWheel(_ notches: Int, lines: Int = Session.notch) {
    if overlay != nil { return moveInOverlay(by: notches * lines) }
    for _ in 0..<abs(notches * lines) { if notches < 0 { scrollUp() } else { scrollDown() } }
  }

  mutating func showNewest() {
    scroll = .newest
    if case .lines = focus { focus = .lines(selected: max(0, transcript.count - 1)) }
  }

  mutating func goToLines() {
    guard transcript.count > 0 else {
      notice = Notice("There are no lines yet.", isError: false)
      return
    }
    overlay = nil
    let bottom = if case .at(let bottom, _) = scroll { bottom } else { transcript.count - 1 }
    focus = .lines(selected: min(bottom, transcript.count - 1))
    reveal()
  }

  mutating func moveSelection(by steps: Int) {
    guard case .lines(let selected) = focus else { return }
    let (target, overflow) = selected.addingReportingOverflow(steps)
    select(overflow ? (steps < 0 ? 0 : .max) : target)
  }

  mutating func moveSelectionByPage(up: Bool) {
    guard case .lines(var selected) = focus else { return }
    var left = page.height
    while left > 0, transcript.indices.contains(selected + (up ? -1 : 1)) {
      left -= page.lines(at: selected, of: self).count
      selected += up ? -1 : 1
    }
    select(selected)
  }

  private mutating func select(_ place: Int) {
    focus = .lines(selected: min(max(0, place), transcript.count - 1))
    reveal()
  }

  /// Takes the selected line off the screen, unless its turn still runs.
  mutating func removeLine() {
    guard case .lines(let selected) = focus, selected < transcript.count else { return }
    guard transcript[selected].stage.isOver else {
      notice = Notice("This turn is not over yet.", isError: false)
      return
    }
    remove(at: selected)
  }

  /// Takes a turn out; the selection stays on a line.
  mutating func remove(at index: Int) {
    transcript.remove(at: index)
    scroll = .newest
    guard case .lines(let selected) = focus else { return }
    if transcript.count == 0 { focus = .talk } else { select(selected > index ? selected - 1 : selected) }
  }

  /// Goes to the nearest match of the search, on from the selected line, and around the end.
  mutating func findMatch(forward: Bool, includingSelected: Bool = false) {
    guard case .lines(let selected) = focus else { return }
    guard let query else {
      notice = Notice("Search with / first.", isError: false)
      return
    }
    let step = includingSelected ? 0 : forward ? 1 : -1
    if let found = transcript.search(query, from: selected + step, forward: forward) {
      select(found)
    } else if let found = transcript.search(query, from: forward ? 0 : transcript.count - 1, forward: forward)
    {
      select(found)
      notice = Notice(
        forward ? "Searched on from the first line." : "Searched on from the newest line.", isError: false)
    } else {
      notice = Notice("'\(query.text)' is in no line.", isError: false)
    }
  }

  // MARK: what is shown

  /// The conversation pane of the terminal.
  private var page: ConversationPage {
    let layout = ScreenLayout(columns: size.columns, rows: size.rows, showsPicker: false)
    return ConversationPage(layout, ScreenContext(now: .zero))
  }

  private mutating func scrollUp() {
    guard transcript.count > 0, page.hasMore(above: scroll, of: self) else { return }
    var (bottom, hidden) = page.place(of: scroll, in: self)
    hidden += 1
    if hidden >= page.lines(at: bottom, of: self).count { (bottom, hidden) = (bottom - 1, 0) }
    scroll = .at(bottom: bottom, hidden: hidden)
  }

  private mutating func scrollDown() {
    guard transcript.count > 0, scroll != .newest else { return }
    var (bottom, hidden) = page.place(of: scroll, in: self)
    hidden -= 1
    if hidden < 0, bottom + 1 < transcript.count {
      bottom += 1
      hidden = page.lines(at: bottom, of: self).count - 1
    }
    scroll =
      bottom == transcript.count - 1 && hidden <= 0 ? .newest : .at(bottom: bottom, hidden: max(0, hidden))
  }

  /// Scrolls so far that the selected line is shown.
  private mutating func reveal() {
    guard case .lines(let selected) = focus else { return }
    let shown = page.window(of: self)
    let height = page.lines(at: selected, of: self).count
    guard shown.count(where: { $0.entry == selected }) < min(height, page.height) else { return }
    if let first = shown.first?.entry, selected > first {
      scroll = selected == transcript.count - 1 ? .newest : .at(bottom: selected, hidden: 0)
    } else {
      var bottom = selected
      var lines = height
      while lines < page.height, bottom + 1 < transcript.count {
        bottom += 1
        lines += page.lines(at: bottom, of: self).count
      }
      scroll = .at(bottom: bottom, hidden: max(0, lines - page.height))
    }
  }
}

extension Transcript {
  /// The places of all turns.
  var indices: Range<Int> { 0..<count }
}
