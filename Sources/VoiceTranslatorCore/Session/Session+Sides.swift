/// Two people at one keyboard.
extension Session {
  /// What the next turn of a side asks for.
  func request(of side: Side) -> TurnRequest {
    guard let from = source.tag, let to = targets.first else { return request(from: source, to: targets) }
    return switch (sides, side) {
    case (.one, _), (.two, .a): request(from: source, to: targets)
    case (.two, .b), (.auto, .b): request(from: .tag(to), to: [from])
    // Until the backend has found the language, side A is taken to speak.
    case (.auto, .a): request(from: .detect([from, to]), to: targets)
    }
  }

  /// The backend found which of the two languages was spoken: if it is side B's, the turn is run anew the other way.
  mutating func turnToDetected(_ tag: LanguageTag, of id: Turn.ID) -> [Effect] {
    guard let index = transcript.index(of: id) else { return [] }
    let entry = transcript[index]
    guard entry.side == .a, case .detect(let candidates) = entry.source, candidates.count == 2,
      let other = candidates.first(where: { !$0.isSameLanguage(as: tag) }),
      let spoken = candidates.first(where: { $0.isSameLanguage(as: tag) }),
      entry.targets.contains(spoken), !entry.targets.contains(other)
    else { return [] }
    change(id) {
      $0.side = .b
      $0.source = .tag(spoken)
      $0.restart(targets: [other])
    }
    return [.restartTurn(id, request(from: .tag(spoken), to: [other]))]
  }

  mutating func setSides(_ mode: SideMode) {
    guard source.tag != nil, targets.first != nil else {
      notice = Notice(
        "Two sides need a spoken language and a target.", remedy: "Choose both in the list.", isError: false)
      return
    }
    sides = sides == mode ? .one : mode
    let talkKeys = preferences.talkKeys
    notice =
      switch sides {
      case .one: Notice("One side speaks \(sourceName).", isError: false)
      case .two:
        Notice(
          "\(talkKeys.a.title) is for \(sourceName), \(talkKeys.b.title) for \(targetNames).", isError: false)
      case .auto: Notice("\(talkKeys.a.title) is for \(sourceName) and \(targetNames).", isError: false)
      }
  }

  mutating func swapSides() -> [Effect] {
    guard let from = source.tag, let to = targets.first else {
      notice = Notice("The sides can't be swapped while the spoken language is detected.", isError: false)
      return []
    }
    source = .tag(to)
    targets = [from] + targets.dropFirst().filter { $0 != from && $0 != to }
    picker.ticked = targets.count > 1 ? targets : []
    picker.cursors = [:]
    return languagesChanged()
  }
}
