/// Choosing languages.
extension Session {
  /// Rows that a page key moves in the picker.
  static let page = 8

  /// The languages the picker shows now.
  public var pickerRows: [Language] {
    let filter = field?.purpose == .filter ? field?.editor.text : nil
    // What the backend can't serve comes last.
    let (served, rest) = Language.all.reduce(into: ([Language](), [Language]())) { lists, language in
      if isDisabled(language.tag) { lists.1.append(language) } else { lists.0.append(language) }
    }
    return picker.rows(of: served + rest, filter: filter)
  }

  /// The language that the picker's cursor is on.
  public var pickerTag: LanguageTag? {
    picker.cursors[picker.list] ?? (picker.list == .targets ? targets.last : source.tag)
  }

  /// Whether the backend can't serve a language in the list that is shown.
  func isDisabled(_ tag: LanguageTag) -> Bool {
    switch picker.list {
    case .sources: !capabilities.hears(tag)
    case .targets: capabilities.support(from: source, to: tag) == .noTranslation
    }
  }

  /// The word for what is missing of a language in the list that is shown.
  func supportWord(_ tag: LanguageTag) -> String {
    switch picker.list {
    case .sources: capabilities.hears(tag) ? "" : "no STT"
    case .targets: capabilities.support(from: source, to: tag).word
    }
  }

  mutating func choose(by steps: Int) -> [Effect] {
    guard let tag = picker.step(from: pickerTag, by: steps, in: pickerRows), tag != pickerTag else {
      return []
    }
    return choose(tag)
  }

  /// The cursor goes to a language; it is the choice at once, unless the backend can't serve it.
  mutating func choose(_ tag: LanguageTag) -> [Effect] {
    picker.isOpen = true
    picker.cursors[picker.list] = tag
    explain(tag)
    guard !isDisabled(tag) else { return [] }
    switch picker.list {
    case .targets: targets = picker.targets(withCursorOn: tag)
    case .sources:
      source = .tag(tag)
      if sides == .auto { sides = .two }
    }
    return languagesChanged()
  }

  /// Keeps the language under the cursor as one of several targets, or gives it up.
  mutating func tick() -> [Effect] {
    guard picker.list == .targets, let tag = pickerTag, !isDisabled(tag) else { return [] }
    if picker.ticked.contains(tag) {
      picker.ticked.removeAll { $0 == tag }
      // At least one target stays.
      if !picker.ticked.isEmpty { picker.cursors[.targets] = picker.ticked[0] }
      targets = picker.ticked.isEmpty ? [tag] : picker.ticked
    } else {
      picker.ticked.append(tag)
      targets = picker.ticked
    }
    let names = targets.map { Language(tag: $0)?.englishName ?? $0.description }.joined(separator: ", ")
    notice = Notice("Translating into \(names).", isError: false)
    return languagesChanged()
  }

  mutating func toggleFavourite() -> [Effect] {
    guard let tag = pickerTag else { return [] }
    if picker.favourites.contains(tag) {
      picker.favourites.removeAll { $0 == tag }
    } else {
      picker.favourites.append(tag)
    }
    return [.saveChoices]
  }

  mutating func show(_ list: Picker.List) {
    picker.list = list
    picker.isOpen = true
  }

  /// The backend said what it can do: the lists follow at once, and what can't be served any more is said.
  mutating func learn(_ new: Capabilities) {
    capabilities = new
    for target in targets where capabilities.support(from: source, to: target) == .noTranslation {
      notice = Self.explanation(.noTranslation, of: target)
    }
  }

  /// Says what is missing for a language before the user speaks.
  private mutating func explain(_ tag: LanguageTag) {
    switch picker.list {
    case .targets: notice = Self.explanation(capabilities.support(from: source, to: tag), of: tag)
    case .sources where !capabilities.hears(tag):
      notice = Notice(
        "The current backend doesn't understand spoken \(Self.englishName(tag)).",
        remedy: "Type with i, or choose another backend with --backend.")
    case .sources:
      // Another source may reach fewer targets.
      let support = targets.first.map { capabilities.support(from: .tag(tag), to: $0) }
      notice =
        support == .noTranslation ? targets.first.flatMap { Self.explanation(.noTranslation, of: $0) } : nil
    }
  }

  private static func explanation(_ support: Capabilities.Support, of tag: LanguageTag) -> Notice? {
    let name = englishName(tag)
    return switch support {
    case .full: nil
    case .rough:
      Notice("Translation into \(name) is rough: to be understood, not to be printed.", isError: false)
    case .textOnly: Notice("There is no voice for \(name): text only.", isError: false)
    case .noTranslation:
      Notice(
        "The current backend has no translation into \(name).",
        remedy: "Choose another language, or another backend with --backend.")
    }
  }

  private static func englishName(_ tag: LanguageTag) -> String {
    Language(tag: tag)?.englishName ?? tag.description
  }

  /// A change while recording takes effect for that utterance: its turn is run anew from the first sample.
  mutating func languagesChanged() -> [Effect] {
    guard let id = recordingTurn, let index = transcript.index(of: id) else { return [.saveChoices] }
    let request = request(of: transcript[index].side)
    change(id) {
      $0.source = request.source
      $0.restart(targets: request.targets)
    }
    return [.restartTurn(id, request), .saveChoices]
  }
}
