extension Session {
  /// The newest translation alone, as large as the pane allows, for the person opposite.
  func drawBigText(_ canvas: inout Canvas, _ area: Area, _ context: ScreenContext) {
    let lines = BigLetters.lines(
      newestTranslation ?? "...", width: area.width, height: area.height, context.theme)
    let top = area.y + max(0, (area.height - lines.count) / 2)
    for (y, line) in lines.prefix(area.height).enumerated() {
      let left = area.x + max(0, (area.width - DisplayWidth.of(line)) / 2)
      canvas.put(line, at: .init(left, top + y), style: context.palette.translation, width: area.width)
    }
  }

  /// The newest translation, in every target.
  var newestTranslation: String? {
    let newest = entries.last { entry in entry.targets.contains { !entry.text(in: $0).isEmpty } }
    return newest.map { entry in
      entry.targets.map { Sanitizer.lines(entry.text(in: $0)) }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
  }
}
