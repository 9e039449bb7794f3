extension Session {
  /// The keys that do something now, the most needed first; those that don't fit are left to the help.
  func drawFooter(_ canvas: inout Canvas, _ area: Area) {
    var x = area.x
    for (key, label) in footerKeys {
      let width = DisplayWidth.of(key) + 1 + DisplayWidth.of(label)
      guard x + width <= area.x + area.width else { return }
      x += canvas.put(key, at: .init(x, area.y), style: .bold)
      x += canvas.put(" \(label)", at: .init(x, area.y), style: .dim) + 2
    }
  }

  private var footerKeys: [(String, String)] {
    if overlay == .confirmQuit { return [("Enter", "quit"), ("Esc", "stay")] }
    if overlay == .devices {
      return [("Enter", "use"), ("t", "test"), ("Left/Right", "microphones/speakers"), ("Esc", "close")]
    }
    if overlay == .unsent {
      return [("Enter", "send"), ("p", "play"), ("s", "save"), ("Del", "delete"), ("Esc", "close")]
    }
    if overlay == .help { return [("k j", "scroll"), ("?", "close")] }
    if picker.filter != nil { return [("Enter", "choose"), ("Up/Down", "language"), ("Esc", "close")] }
    switch talk {
    case .recording(_, _, .held, _):
      return [("SPACE", "release to send"), ("Up/Down", "language"), ("Esc", "discard")]
    case .recording(_, _, .latched, _):
      return [("SPACE", "send"), ("Up/Down", "language"), ("Esc", "discard")]
    case .idle:
      let replay = entries.contains { $0.milestones[.firstSpeech] != nil } ? [("r", "replay")] : []
      return [("SPACE", "talk"), ("Up/Down", "language"), ("Tab", "swap")] + replay
        + [("/", "filter"), ("?", "help"), ("q", "quit")]
    }
  }

  func drawOverlay(_ overlay: Overlay, _ canvas: inout Canvas, _ area: Area, _ context: ScreenContext) {
    var lines: [String]
    switch overlay {
    case .help:
      lines = Self.help.dropFirst(helpScroll).flatMap { helpLines($0, $1, area.width) }
      if lines.count > area.height { lines[area.height - 1] = "j: more" }
    case .devices: return draw(deviceLines(area.width, area.height), &canvas, area)
    case .unsent: return draw(unsentLines(context, area.height), &canvas, area)
    case .confirmQuit:
      lines = ["A turn is still going on. Quit?", "", "Enter quits, any other key stays."]
        .flatMap { Wrap.lines($0, width: area.width) }
    }
    for (y, line) in lines.prefix(area.height).enumerated() {
      canvas.put(line, at: .init(area.x, area.y + y), width: area.width)
    }
  }

  private func draw(_ lines: [(text: String, style: Style)], _ canvas: inout Canvas, _ area: Area) {
    for (y, line) in lines.prefix(area.height).enumerated() {
      canvas.put(line.text, at: .init(area.x, area.y + y), style: line.style, width: area.width)
    }
  }

  /// A key, and beside it what it does; where that leaves no room, one after the other.
  private func helpLines(_ key: String, _ text: String, _ width: Int) -> [String] {
    let indent = 12
    guard width >= 2 * indent + 8 else { return Wrap.lines("\(key) \(text)", width: width) }
    return Wrap.lines(text, width: width - indent).enumerated().map { index, line in
      padded(index == 0 ? key : "", indent) + line
    }
  }

  static let help = [
    ("SPACE", "hold and speak, let go to send; or tap, speak, tap again"),
    ("Esc", "discard the recording, stop the speech"),
    ("Up/Down", "language, also while recording"),
    ("PgUp/PgDn", "further in the list; Home and End: its ends"),
    ("Left/Right", "list of source / target languages"),
    ("/", "filter the list"),
    ("Tab", "swap the two languages"),
    ("r", "replay the newest translation"),
    ("p", "pause the speech; [ and ]: volume, < and >: speed"),
    ("m", "mute the microphone; M: the speech"),
    ("d", "microphones and speakers, with tests"),
    ("u", "recordings that wait to be translated"),
    ("t", "times per stage on or off"),
    ("k j", "scroll the conversation"),
    ("Ctrl+C", "stop what runs; twice: quit"),
    ("Ctrl+L", "redraw; Ctrl+Z: suspend"),
    ("?", "this page; q: quit"),
  ]
}
