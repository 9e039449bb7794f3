/// The part of the conversation that fits on its pane. Only turns that are shown are laid out.
struct ConversationPage {
  /// A line and the turn that it belongs to.
  struct Row {
    var entry: Int
    var line: ConversationLine
  }

  let width: Int
  let height: Int
  private let showsLatency: Bool
  private let context: ScreenContext

  init(_ layout: ScreenLayout, _ context: ScreenContext, height: Int? = nil) {
    width = layout.conversation.width
    self.height = max(0, height ?? layout.conversation.height)
    showsLatency = layout.showsLatency
    self.context = context
  }

  func lines(at index: Int, of session: Session) -> [ConversationLine] {
    session.lines(of: session.transcript[index], width: width, showsLatency: showsLatency, context)
  }

  /// The lowest turn that is shown, and how many of its lines are below the pane.
  func place(of scroll: Scroll, in session: Session) -> (bottom: Int, hidden: Int) {
    switch scroll {
    case .newest: (session.transcript.count - 1, 0)
    case .at(let bottom, let hidden): (min(bottom, session.transcript.count - 1), hidden)
    }
  }

  /// The lines on the pane, at most ``height``, from the top.
  func window(of session: Session) -> [Row] {
    guard session.transcript.count > 0, height > 0 else { return [] }
    let (bottom, hidden) = place(of: session.scroll, in: session)
    let lowest = rows(at: bottom, of: session)
    var window = Array(lowest.dropLast(min(hidden, lowest.count - 1)))
    var top = bottom
    while window.count < height, top > 0 {
      top -= 1
      window.insert(contentsOf: rows(at: top, of: session), at: 0)
    }
    guard window.count < height else { return window.suffix(height) }
    // The beginning is reached: what is below fills the pane.
    window = lowest.count > window.count && top == bottom ? lowest : window + lowest.suffix(hidden)
    var next = bottom + 1
    while window.count < height, next < session.transcript.count {
      window += rows(at: next, of: session)
      next += 1
    }
    return Array(window.prefix(height))
  }

  /// Whether there are lines above the pane.
  func hasMore(above scroll: Scroll, of session: Session) -> Bool {
    let (bottom, hidden) = place(of: scroll, in: session)
    var count = lines(at: bottom, of: session).count - hidden
    var top = bottom
    while count <= height, top > 0 {
      top -= 1
      count += lines(at: top, of: session).count
    }
    return count > height
  }

  private func rows(at index: Int, of session: Session) -> [Row] {
    lines(at: index, of: session).map { Row(entry: index, line: $0) }
  }
}
