extension Capabilities.Support {
  /// The word beside a language; empty when nothing is missing.
  public var word: String {
    switch self {
    case .full: ""
    case .rough: "rough"
    case .textOnly: "text"
    case .noTranslation: "no MT"
    }
  }
}

extension Session {
  var pickerTitle: String { picker.list == .targets ? "Speak to" : "Speak from" }

  /// The filter's field, then the languages around the chosen one.
  func drawPicker(_ canvas: inout Canvas, _ area: Area, _ context: ScreenContext) {
    for y in area.y..<area.y + area.height { canvas.fill(" ", at: .init(area.x, y), width: area.width) }
    if field?.purpose == .filter {
      drawField(&canvas, Area(x: area.x + 1, y: area.y, width: area.width - 2, height: 1), context)
    } else {
      let key = preferences.bindings.label(of: .filter)
      canvas.put(
        "\(key) type to filter", at: .init(area.x + 1, area.y), style: context.palette.faint,
        width: area.width - 2)
    }
    let rows = pickerRows
    let height = area.height - 1
    guard height > 0 else { return }
    guard !rows.isEmpty else {
      canvas.put(
        "no such language", at: .init(area.x + 1, area.y + 1), style: context.palette.faint,
        width: area.width - 2)
      return
    }
    let chosen = rows.firstIndex { $0.tag == pickerTag }
    let first = min(max(0, (chosen ?? 0) - height / 2), max(0, rows.count - height))
    let widths = columnWidths(of: rows)
    for (offset, language) in rows[first...].prefix(height).enumerated() {
      let row = Area(x: area.x, y: area.y + 1 + offset, width: area.width, height: 1)
      drawRow(&canvas, row, language, widths, isChosen: first + offset == chosen, context)
    }
  }

  /// `>*Español  es  text`: columns from the right, the name gets the rest. Where there is no room for a readable
  /// name the tag is left out.
  private func drawRow(
    _ canvas: inout Canvas, _ row: Area, _ language: Language, _ widths: (tag: Int, support: Int),
    isChosen: Bool, _ context: ScreenContext
  ) {
    let style: Style =
      isChosen ? context.palette.selected : isDisabled(language.tag) ? context.palette.disabled : .plain
    canvas.fill(" ", at: .init(row.x, row.y), width: row.width, style: style)
    canvas.put((isChosen ? ">" : " ") + mark(language.tag), at: .init(row.x, row.y), style: style)
    let nameX = row.x + 2
    let supportX = row.x + row.width - widths.support - 1
    let tagX = supportX - widths.tag - 1
    let showsTag = tagX - 1 - nameX >= 8
    let room = (showsTag ? tagX : supportX) - 1 - nameX
    let name = shortened(language.nativeName, room, context.theme)
    canvas.put(name, at: .init(nameX, row.y), style: style, width: room)
    if showsTag { canvas.put(language.tag.description, at: .init(tagX, row.y), style: style) }
    canvas.put(supportWord(language.tag), at: .init(supportX, row.y), style: style)
  }

  /// `+` one of several targets, `*` a favourite.
  private func mark(_ tag: LanguageTag) -> String {
    if picker.list == .targets, targets.count > 1, targets.contains(tag) { return "+" }
    return picker.favourites.contains(tag) ? "*" : " "
  }

  /// What the tags and the support words of a list take; every row of it is divided alike.
  private func columnWidths(of rows: [Language]) -> (tag: Int, support: Int) {
    (rows.map { $0.tag.description.count }.max() ?? 0, rows.map { supportWord($0.tag).count }.max() ?? 0)
  }

  /// A name that is cut says so.
  private func shortened(_ name: String, _ width: Int, _ theme: Theme) -> String {
    guard DisplayWidth.of(name) > width else { return name }
    let mark = theme.ellipsis
    var kept = ""
    for cluster in name {
      guard DisplayWidth.of(kept + String(cluster)) <= width - DisplayWidth.of(mark) else { break }
      kept.append(cluster)
    }
    return kept + mark
  }
}
