/// What each key's command does.
extension Session {
  /// A second Ctrl+C within this time leaves the program.
  static let interruptWindow = Duration.seconds(2)
  /// Rows that a page key moves in the picker.
  static let page = 8

  mutating func perform(_ command: Command, at now: Moment) -> [Effect] {
    switch overlay {
    case .confirmQuit: return answerQuit(command)
    case .devices: return performInDevices(command)
    case .unsent: return performInUnsent(command, at: now)
    case .help, nil: break
    }
    switch command {
    case .up: return choose(by: -1, at: now)
    case .down: return choose(by: 1, at: now)
    case .pageUp: return choose(by: -Self.page, at: now)
    case .pageDown: return choose(by: Self.page, at: now)
    case .first: return choose(by: -.max, at: now)
    case .last: return choose(by: .max, at: now)
    case .sources: picker.list = .sources
    case .targets: picker.list = .targets
    case .filter: picker.filter = picker.filter ?? ""
    case .erase: picker.filter = picker.filter.map { String($0.dropLast()) }
    case .accept: return accept(at: now)
    case .swap: return swapSides()
    case .dismiss: return dismiss()
    case .replay: return replay()
    case .muteMicrophone: return muteMicrophone(at: now)
    case .pauseSpeech: return pauseSpeech()
    case .softer: return changeVolume(by: -1)
    case .louder: return changeVolume(by: 1)
    case .slower: return changeSpeed(by: -1)
    case .faster: return changeSpeed(by: 1)
    case .devices: return openDevices()
    case .unsent: return openUnsent()
    case .save, .delete: break
    case .muteSpeech:
      isSpeechMuted.toggle()
      return isSpeechMuted ? [.stopSpeech, .allowSpeech] : []
    case .times: showsTimes.toggle()
    case .help:
      overlay = overlay == .help ? nil : .help
      helpScroll = 0
    case .scrollUp: if overlay == .help { helpScroll = max(0, helpScroll - 1) } else { scroll += 1 }
    case .scrollDown:
      if overlay == .help {
        helpScroll = min(helpScroll + 1, Self.help.count - 1)
      } else {
        scroll = max(0, scroll - 1)
      }
    case .quit: return quit()
    case .interrupt: return interrupt(at: now)
    }
    return []
  }

  /// The languages the picker shows now.
  public var pickerRows: [Language] {
    guard picker.list == .targets else { return picker.rows(of: Language.all) }
    // What the backend can't translate into comes last.
    let (reached, rest) = Language.all.reduce(into: ([Language](), [Language]())) { lists, language in
      let isReached = capabilities.support(from: source, to: language.tag) != .noTranslation
      if isReached { lists.0.append(language) } else { lists.1.append(language) }
    }
    return picker.rows(of: reached + rest)
  }

  /// The picker's current language.
  public var pickerTag: LanguageTag? {
    picker.list == .targets ? targets.first : source.tag
  }

  private mutating func choose(by steps: Int, at now: Moment) -> [Effect] {
    guard let tag = picker.step(from: pickerTag, by: steps, in: pickerRows), tag != pickerTag else {
      return []
    }
    picker.isOpen = true
    switch picker.list {
    case .targets: targets = [tag]
    case .sources: source = .tag(tag)
    }
    explain(tag)
    return languagesChanged()
  }

  /// Says what is missing for the chosen target, before the user speaks.
  private mutating func explain(_ tag: LanguageTag) {
    guard let target = targets.first, let name = Language(tag: target)?.englishName else { return }
    switch capabilities.support(from: source, to: target) {
    case .full: notice = nil
    case .rough: notice = Notice("Translation into \(name) is rough.", isError: false)
    case .textOnly: notice = Notice("There is no voice for \(name): text only.", isError: false)
    case .noTranslation:
      notice = Notice(
        "The current backend has no translation into \(name).",
        remedy: "Choose another language, or another backend with --backend.")
    }
  }

  /// A change while recording takes effect for that utterance: its turn is run anew from the first sample.
  private mutating func languagesChanged() -> [Effect] {
    guard let id = recordingTurn else { return [.saveChoices] }
    let (source, targets) = (source, targets)
    change(id) {
      $0.source = source
      $0.restart(targets: targets)
    }
    return [.restartTurn(id, request), .saveChoices]
  }

  private mutating func swapSides() -> [Effect] {
    guard let from = source.tag, let to = targets.first else {
      notice = Notice("The sides can't be swapped while the spoken language is detected.", isError: false)
      return []
    }
    source = .tag(to)
    targets = [from] + targets.dropFirst().filter { $0 != from && $0 != to }
    return languagesChanged()
  }

  /// Enter after a filter that hides the current language chooses the first one it leaves.
  private mutating func accept(at now: Moment) -> [Effect] {
    let isHidden = picker.filter != nil && !pickerRows.contains { $0.tag == pickerTag }
    let effects = isHidden ? choose(by: 0, at: now) : []
    closeField()
    return effects
  }

  /// Accepting closes the filter; what was chosen with it becomes recent.
  private mutating func closeField() {
    if picker.filter != nil {
      picker.filter = nil
    }
    let chosen = pickerTag
    if let chosen, picker.isOpen { picker.remember(chosen) }
    picker.isOpen = false
    if overlay == .help { overlay = nil }
  }

  private mutating func dismiss() -> [Effect] {
    if overlay != nil {
      overlay = nil
    } else if picker.filter != nil || picker.isOpen {
      closeField()
    } else if recordingTurn != nil {
      return discardTake()
    } else if speaking != nil {
      return [.stopSpeech, .allowSpeech]
    } else {
      notice = nil
    }
    return []
  }

  private mutating func replay() -> [Effect] {
    guard recordingTurn == nil else { return [] }
    guard let entry = entries.last(where: { $0.milestones[.firstSpeech] != nil }) else {
      notice = Notice("There is nothing to replay yet.", isError: false)
      return []
    }
    return [.stopSpeech, .allowSpeech, .replay(entry.id)]
  }

  private mutating func quit() -> [Effect] {
    guard recordingTurn != nil || pendingCount > 0 else { return [.quit] }
    overlay = .confirmQuit
    return []
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
    var effects: [Effect] = []
    if recordingTurn != nil { effects += discardTake() }
    for entry in entries where !entry.stage.isOver { effects.append(.cancelTurn(entry.id)) }
    if speaking != nil { effects += [.stopSpeech, .allowSpeech] }
    notice = Notice("Press Ctrl+C again to quit.", isError: false)
    return effects
  }
}
