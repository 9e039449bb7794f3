/// Where a key goes: to the text field, the overlay, the lines, or to talking and the picker.
extension Session {
  mutating func take(_ key: Key, at now: Moment) -> [Effect] {
    guard key.action != .release else { return [] }
    let place: CommandEntry.Place = focus == .talk ? .talk : .lines
    let command = preferences.bindings.command(for: key, in: place)
    switch command {
    case .interrupt?, .redraw?, .suspend?:
      // In a text field, letters are text whatever they are bound to.
      if field == nil || key.modifiers.contains(.control) {
        return command.map { perform($0, at: now) } ?? []
      }
    default: break
    }
    if field != nil { return takeInField(key, at: now) }
    if overlay != nil { return takeInOverlay(key, command, at: now) }
    return command.map { perform($0, at: now) } ?? []
  }

  private mutating func takeInField(_ key: Key, at now: Moment) -> [Effect] {
    switch key.code {
    case .enter: return acceptField(at: now)
    case .escape: closeField()
    case .up where field?.purpose == .filter: return choose(by: -1)
    case .down where field?.purpose == .filter: return choose(by: 1)
    case .pageUp where field?.purpose == .filter: return choose(by: -Self.page)
    case .pageDown where field?.purpose == .filter: return choose(by: Self.page)
    default: _ = field?.editor.take(key)
    }
    return []
  }

  /// In menus the arrow keys, Enter and Esc have their meaning whatever they are bound to.
  private mutating func takeInOverlay(_ key: Key, _ command: Command?, at now: Moment) -> [Effect] {
    if case .history(let browser) = overlay, let effects = takeInHistory(key, command, browser) {
      return effects
    }
    switch key.code {
    case .enter: return accept(at: now)
    case .escape: return dismiss(at: now)
    case .up: moveInOverlay(by: -1)
    case .down: moveInOverlay(by: 1)
    case .pageUp: moveInOverlay(by: -Self.page)
    case .pageDown: moveInOverlay(by: Self.page)
    case .home: moveInOverlay(by: -Self.far)
    case .end: moveInOverlay(by: Self.far)
    case .left: if overlay == .devices { devices.show(.capture) }
    case .right: if overlay == .devices { devices.show(.playback) }
    case _ where overlay == .devices: return takeInDevices(key, command)
    case _ where overlay == .unsent: return takeInUnsent(key, command)
    default:
      if let command { return perform(command, at: now) }
      if overlay == .confirmQuit { overlay = nil }
    }
    return []
  }

  /// Further than any list is long.
  private static let far = 1_000_000

  mutating func moveInOverlay(by steps: Int) {
    switch overlay {
    case .help(let row): overlay = .help(row: min(max(0, row + steps), MenuRow.all.count - 1))
    // The newest message is the last one shown.
    case .messages(let scroll):
      overlay = .messages(scroll: min(max(0, scroll - steps), max(0, messages.count - 1)))
    case .readings(let id, let texts, let row):
      overlay = .readings(of: id, texts, row: min(max(0, row + steps), texts.count - 1))
    case .devices: devices.move(by: steps)
    case .unsent: unsent.move(by: steps)
    case .voices(let target, let names, let row):
      overlay = .voices(target, names, row: min(max(0, row + steps), names.count))
    case .history(var browser):
      browser.move(by: steps)
      overlay = .history(browser)
    case .confirmQuit: overlay = nil
    case .bigText, nil: break
    }
  }
}
