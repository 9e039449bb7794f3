/// What each command does.
extension Session {
  /// A second Ctrl+C within this time leaves the program.
  static let interruptWindow = Duration.seconds(2)

  mutating func perform(_ command: Command, at now: Moment) -> [Effect] {
    if overlay == .confirmQuit { return answerQuit(command) }
    switch command {
    case .up: return move(by: -1)
    case .down: return move(by: 1)
    case .pageUp: return movePage(up: true)
    case .pageDown: return movePage(up: false)
    case .first: return move(by: -.max)
    case .last: return move(by: .max)
    case .sources: show(.sources)
    case .targets: if focus == .talk { show(.targets) } else { showReadings() }
    case .filter: field = Field(focus == .talk ? .filter : .search)
    case .addTarget: return tick()
    case .favourite: return toggleFavourite()
    case .swap: return swapSides()
    case .twoSides: setSides(.two)
    case .findSide: setSides(.auto)
    case .handsFree: return toggleHandsFree(at: now)
    case .typeText: openTyping()
    case .edit: openCorrection()
    case .replay: return replay()
    case .replaySlowly: return replaySlowly()
    case .backTranslate: return backTranslate()
    case .copy: return copy()
    case .remove: removeLine()
    case .muteMicrophone: return muteMicrophone(at: now)
    case .pauseSpeech: return pauseSpeech()
    case .softer: return changeVolume(by: -1)
    case .louder: return changeVolume(by: 1)
    case .slower: return changeSpeed(by: -1)
    case .faster: return changeSpeed(by: 1)
    case .devices: return openDevices()
    case .unsent: return openUnsent()
    case .muteSpeech:
      isSpeechMuted.toggle()
      notice = Notice(isSpeechMuted ? "The speech is muted." : "The speech is heard again.", isError: false)
      return isSpeechMuted ? [.stopSpeech, .allowSpeech] : []
    case .voice: openVoices()
    case .bigText: overlay = overlay == .bigText ? nil : .bigText
    case .times: showsTimes.toggle()
    case .privacy: return togglePrivacy()
    case .newConversation:
      clearScreen()
      notice = Notice("A new conversation.", isError: false)
      return [.beginConversation]
    case .history: return openHistory()
    case .export: openExport()
    case .clear: clearScreen()
    case .lines: goToLines()
    case .next: findMatch(forward: false)
    case .previous: findMatch(forward: true)
    case .scrollUp: turnWheel(-1, lines: 1)
    case .scrollDown: turnWheel(1, lines: 1)
    case .sendWaiting: return waitingCount > 0 ? [.sendWaiting(nil)] : []
    case .newest: showNewest()
    case .messages: if case .messages? = overlay { overlay = nil } else { overlay = .messages(scroll: 0) }
    case .help: if case .help? = overlay { overlay = nil } else { overlay = .help(row: 0) }
    case .accept: return accept(at: now)
    case .dismiss: return dismiss(at: now)
    case .interrupt: return interrupt(at: now)
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit: return quit()
    }
    return []
  }

  private mutating func move(by steps: Int) -> [Effect] {
    if overlay != nil {
      moveInOverlay(by: steps < 0 ? max(steps, -1_000_000) : min(steps, 1_000_000))
    } else if focus == .talk {
      return choose(by: steps)
    } else {
      moveSelection(by: steps)
    }
    return []
  }

  private mutating func movePage(up: Bool) -> [Effect] {
    if overlay == nil, focus != .talk {
      moveSelectionByPage(up: up)
      return []
    }
    return move(by: up ? -Self.page : Self.page)
  }

  /// Enter: chooses in a menu, corrects the selected line, closes the picker.
  mutating func accept(at now: Moment) -> [Effect] {
    switch overlay {
    case .help(let row):
      overlay = nil
      guard case .command(let entry) = MenuRow.all[row] else { return [] }
      return perform(entry.command, at: now)
    case .readings(let id, let texts, let row):
      overlay = nil
      return correct(id, to: texts[row], at: now)
    case .voices(let target, let names, let row):
      overlay = nil
      return takeVoice(row, of: names, for: target)
    case .history(let browser): return openConversation(browser)
    case .confirmQuit: return [.quit]
    case .devices: return chooseDevice()
    case .unsent: return sendUnsent(at: now)
    case .messages, .bigText:
      overlay = nil
      return []
    case nil: break
    }
    if field != nil { return acceptField(at: now) }
    if focus == .talk { picker.isOpen = false } else { openCorrection() }
    return []
  }

  mutating func dismiss(at now: Moment) -> [Effect] {
    if case .history(let browser) = overlay, let effects = leaveHistory(browser) { return effects }
    if overlay != nil {
      overlay = nil
    } else if field != nil {
      closeField()
    } else if recordingTurn != nil {
      return discardTake()
    } else if picker.isOpen && showsPickerAsOverlay {
      picker.isOpen = false
    } else if focus != .talk {
      focus = .talk
      query = nil
    } else if speaking != nil {
      return [.stopSpeech, .allowSpeech]
    } else if isHandsFree {
      return toggleHandsFree(at: now)
    } else if notice != nil {
      notice = nil
    } else {
      scroll = .newest
    }
    return []
  }

  private mutating func togglePrivacy() -> [Effect] {
    isPrivate.toggle()
    notice = Notice(
      isPrivate ? "Private: nothing goes to disk from now on." : "No longer private.", isError: false)
    return [.setPrivate(isPrivate)]
  }

  private mutating func clearScreen() {
    transcript.removeAll()
    scroll = .newest
    focus = .talk
    query = nil
    notice = nil
  }

  // MARK: leaving

  private mutating func quit() -> [Effect] {
    guard recordingTurn != nil || pendingCount > 0 || losesRecordings else { return [.quit] }
    overlay = .confirmQuit
    return []
  }

  /// A recording that could not be translated is in memory only.
  var losesRecordings: Bool {
    entries.contains { if case .failed(_, kept: false) = $0.stage { $0.input == .speech } else { false } }
  }

  private mutating func answerQuit(_ command: Command) -> [Effect] {
    switch command {
    case .accept, .quit, .interrupt: return [.quit]
    default:
      overlay = nil
      return []
    }
  }

  private mutating func interrupt(at now: Moment) -> [Effect] {
    if let before = interruptedAt, now.uptime - before < Self.interruptWindow { return [.quit] }
    interruptedAt = now.uptime
    field = nil
    overlay = nil
    var effects: [Effect] = []
    if recordingTurn != nil { effects += discardTake() }
    for entry in entries where !entry.stage.isOver { effects.append(.cancelTurn(entry.run)) }
    for id in errands.keys.sorted() where errands[id]?.purpose != .text { effects.append(.cancelTurn(id)) }
    if speaking != nil { effects += [.stopSpeech, .allowSpeech] }
    notice = Notice("Press Ctrl+C again to quit.", isError: false)
    return effects
  }
}
