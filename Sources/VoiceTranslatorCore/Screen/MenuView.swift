/// A row of the menu that `?` opens.
enum MenuRow {
  /// Enter does it.
  case command(CommandEntry)
  /// A side's talk key, and what it does.
  case talkKey(Side, String)
  /// How it is told that the talk key is held, and why.
  case holding
  /// It only explains.
  case words(String, String)

  /// The talk keys, every command, and the words that the screen uses.
  static let all: [MenuRow] =
    [
      .talkKey(.a, "hold and speak, let go to send; or tap, speak, tap again"),
      .holding,
      .talkKey(.b, "the same for the second of two sides"),
    ] + CommandEntry.all.map { .command($0) } + [
      .words("rough", "beside a language: the translation can be understood, not printed"),
      .words("text", "beside a language: there is no voice, the translation is only read"),
      .words("no MT", "beside a language: the backend has no translation into it"),
      .words("no STT", "beside a language: the backend doesn't understand it spoken"),
      .words("warm", "the microphone is open, so that no first syllable is lost"),
      .words("latched", "recording goes on without the key, until the next tap"),
    ]
}

extension Session {
  func drawMenu(_ canvas: inout Canvas, _ area: Area, row: Int, _ context: ScreenContext) {
    let rows = MenuRow.all.map { row in
      let (key, text) = words(of: row, context)
      return menuLines(key, text, area.width - 2)
    }
    drawRows(rows, chosen: row, &canvas, area, context)
  }

  /// A row of the menu in one line.
  func menuText(_ row: Int, _ context: ScreenContext) -> String {
    let (key, text) = words(of: MenuRow.all[row], context)
    return "\(key): \(text)"
  }

  private func words(of row: MenuRow, _ context: ScreenContext) -> (key: String, text: String) {
    switch row {
    case .words(let word, let text): (word, text)
    case .talkKey(let side, let text): (preferences.talkKeys[side].title, text)
    case .holding: ("holding", "\(context.mode.word): \(context.mode.reason(context.timing))")
    case .command(let entry): (preferences.bindings.label(of: entry.command), entry.help)
    }
  }

  /// A key, and beside it what it does; where that leaves no room, one after the other.
  private func menuLines(_ key: String, _ text: String, _ width: Int) -> [String] {
    let indent = 11
    guard width >= 2 * indent + 6 else { return Wrap.lines("\(key) \(text)", width: width) }
    return Wrap.lines(text, width: width - indent).enumerated().map { index, line in
      padded(index == 0 ? key : "", indent) + line
    }
  }
}
