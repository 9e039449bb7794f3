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
    if let filter = picker.filter {
      let used = canvas.put("/ \(filter)", at: .init(area.x + 1, area.y), width: area.width - 2)
      canvas.cursor = .init(min(area.x + 1 + used, canvas.columns - 1), area.y)
    } else {
      canvas.put("/ type to filter", at: .init(area.x + 1, area.y), style: .dim, width: area.width - 2)
    }
    let rows = pickerRows
    let height = area.height - 1
    guard height > 0 else { return }
    guard !rows.isEmpty else {
      canvas.put("no such language", at: .init(area.x + 1, area.y + 1), style: .dim, width: area.width - 2)
      return
    }
    let chosen = rows.firstIndex { $0.tag == pickerTag }
    let first = min(max(0, (chosen ?? 0) - height / 2), max(0, rows.count - height))
    for (offset, language) in rows[first...].prefix(height).enumerated() {
      drawRow(&canvas, area, area.y + 1 + offset, language, isChosen: first + offset == chosen)
    }
  }

  private func drawRow(_ canvas: inout Canvas, _ area: Area, _ y: Int, _ language: Language, isChosen: Bool) {
    let style: Style = isChosen ? .selected : .plain
    let support = picker.list == .targets ? capabilities.support(from: source, to: language.tag).word : ""
    canvas.fill(" ", at: .init(area.x, y), width: area.width, style: style)
    canvas.put(isChosen ? ">" : " ", at: .init(area.x, y), style: style)
    let tag = language.tag.description
    // Columns from the right: the support word (5), the tag (7); the name gets the rest.
    let supportX = area.x + area.width - 6
    let tagX = supportX - 8
    canvas.put(language.nativeName, at: .init(area.x + 2, y), style: style, width: max(0, tagX - area.x - 3))
    canvas.put(tag, at: .init(max(tagX, area.x), y), style: style, width: 7)
    canvas.put(support, at: .init(supportX, y), style: style, width: 5)
  }
}
