/// The conversations that were kept: looking through them, exporting, forgetting.
extension Session {
  mutating func openHistory() -> [Effect] {
    if case .history? = overlay {
      overlay = nil
      return []
    }
    overlay = .history(HistoryBrowser())
    return [.history(.list)]
  }

  /// Asks for the name of the file to export to; the ending tells the form.
  mutating func openExport() {
    var conversation: Int?
    if case .history(let browser) = overlay {
      guard let subject = browser.subject else { return }
      conversation = subject
    } else if transcript.count == 0 {
      notice = Notice("Nothing was said yet.", isError: false)
      return
    }
    let name = conversation.map { "conversation-\($0)" } ?? "conversation"
    field = Field(.export(conversation), text: "\(name).md")
  }

  mutating func take(_ answer: HistoryAnswer) {
    // Closed meanwhile: the answer comes too late.
    guard case .history(var browser) = overlay else { return }
    switch answer {
    case .rows(let rows, let query):
      browser.rows = rows
      browser.query = query
      browser.opened = nil
      browser.row = min(browser.row, max(0, rows.count - 1))
    case .opened(let opened): browser.opened = opened
    }
    overlay = .history(browser)
  }

  /// A key while the history is open; nil: it means what it means in every overlay.
  mutating func takeInHistory(_ key: Key, _ command: Command?, _ browser: HistoryBrowser) -> [Effect]? {
    switch (key.code, command) {
    case (.delete, _), (_, .remove?): return forget(browser)
    case (_, .filter?):
      field = Field(.history, text: browser.query ?? "")
      return []
    default: return nil
    }
  }

  /// Enter on a row.
  func openConversation(_ browser: HistoryBrowser) -> [Effect] {
    guard browser.opened == nil, let id = browser.subject else { return [] }
    return [.history(.open(id))]
  }

  /// One step back: from a conversation to the list, from what was found to everything. False: there is none.
  mutating func leaveHistory(_ browser: HistoryBrowser) -> [Effect]? {
    var browser = browser
    browser.forgetting = nil
    if browser.opened != nil {
      browser.opened = nil
      overlay = .history(browser)
      return []
    }
    guard browser.query != nil else { return nil }
    overlay = .history(HistoryBrowser())
    return [.history(.list)]
  }

  /// Once asks, twice does it.
  private mutating func forget(_ browser: HistoryBrowser) -> [Effect] {
    guard let id = browser.subject else { return [] }
    var browser = browser
    guard browser.forgetting == id else {
      browser.forgetting = id
      overlay = .history(browser)
      notice = Notice("Conversation \(id) is deleted for good by the same key once more.", isError: false)
      return []
    }
    browser.forgetting = nil
    overlay = .history(browser)
    notice = Notice("Conversation \(id) is forgotten.", isError: false)
    return [.history(.forget(id))]
  }
}
