/// A row of the menu that `?` opens.
enum MenuRow {
  /// Enter does it.
  case command(CommandEntry)
  /// It only explains.
  case words(String, String)

  /// The talk keys, every command, and the words that the screen uses.
  static func all(_ context: ScreenContext) -> [MenuRow] {
    [
      .words(context.talkKeys.a.title, "hold and speak, let go to send; or tap, speak, tap again"),
      .words(context.talkKeys.b.title, "the same for the second of two sides"),
    ] + commands + [
      .words("holding", "\(context.mode.word): \(context.mode.reason(context.timing))")
    ] + words
  }

  /// Rows of the menu.
  static let count = commands.count + words.count + 3

  /// The command on a row; nil where it only explains.
  static func command(at row: Int) -> Command? {
    let index = row - 2
    return CommandEntry.all.indices.contains(index) ? CommandEntry.all[index].command : nil
  }

  private static let commands: [MenuRow] = CommandEntry.all.map { .command($0) }

  private static let words: [MenuRow] = [
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
    let rows = MenuRow.all(context).map { row in
      switch row {
      case .words(let word, let text): menuLines(word, text, area.width - 2)
      case .command(let entry):
        menuLines(preferences.bindings.label(of: entry.command), entry.help, area.width - 2)
      }
    }
    drawRows(rows, chosen: row, &canvas, area, context)
  }

  /// A key, and beside it what it does; where that leaves no room, one after the other.
  private func menuLines(_ key: String, _ text: String, _ width: Int) -> [String] {
    let indent = 11
    guard width >= 2 * indent + 6 else { return Wrap.lines("\(key) \(text)", width: width) }
    return Wrap.lines(text, width: width - indent).enumerated().map { index, line in
      padded(index == 0 ? key : "", indent) + line
    }
  }

  /// A row of the menu in one line.
  func menuText(_ row: Int, _ context: ScreenContext) -> String {
    switch MenuRow.all(context)[row] {
    case .words(let word, let text): "\(word): \(text)"
    case .command(let entry): "\(preferences.bindings.label(of: entry.command)): \(entry.help)"
    }
  }
}
