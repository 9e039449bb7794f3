import Foundation
import Testing
import VoiceTranslatorCore

/// Screens as text files. `VOICE_TRANSLATOR_WRITE_GOLDEN=1` writes them anew; then look at every difference.
@Suite struct GoldenTests {
  static let sizes = [(120, 40), (80, 24), (60, 20), (40, 12), (20, 6)]

  @Test(arguments: ScreenState.names)
  func `the screen looks as it was agreed`(name: String) throws {
    for (columns, rows) in Self.sizes {
      let state = ScreenState(name, columns: columns, rows: rows)
      let canvas = state.session.screen(columns: columns, rows: rows, state.context)
      try compare(canvas.text + "\n", "\(name)-\(columns)x\(rows).txt")
    }
  }

  @Test(arguments: Palette.Theme.allCases)
  func `the colours are as they were agreed`(theme: Palette.Theme) throws {
    var text = ""
    for name in ["recording", "speaking", "failed", "search", "disabled", "help"] {
      var state = ScreenState(name, columns: 80, rows: 24)
      state.context.palette = Palette(theme)
      text += "== \(name)\n\(Self.styles(state.session.screen(columns: 80, rows: 24, state.context)))\n"
    }
    try compare(text, "styles-\(theme.rawValue).txt")
  }

  /// Without colour: what is bold, dim, in reverse or underlined must still tell the states apart, and their words do.
  @Test func `every state can be told apart without colour`() throws {
    var seen: [String: String] = [:]
    for name in ScreenState.names where name != "ascii" {
      let state = ScreenState(name, columns: 80, rows: 24)
      let text = state.session.screen(columns: 80, rows: 24, state.context).text
      #expect(
        seen[text] == nil || ["done", "rough"].contains(name), "\(name) looks like \(seen[text] ?? "")")
      seen[text] = name
    }
  }

  @Test(arguments: ScreenState.names)
  func `with ASCII shapes there is nothing but ASCII around the texts`(name: String) {
    for (columns, rows) in Self.sizes {
      var state = ScreenState(name, columns: columns, rows: rows)
      state.context.theme = .ascii
      let canvas = state.session.screen(columns: columns, rows: rows, state.context)
      let shapes = Set(canvas.text.unicodeScalars.filter { (0x2000...0x2BFF).contains($0.value) })
      #expect(shapes.isEmpty, "\(name) at \(columns)x\(rows)")
    }
  }

  /// Each row's styles as letters, with a line that explains those that occur.
  private static func styles(_ canvas: Canvas) -> String {
    var letters: [Style: Character] = [.plain: "."]
    var names: [String] = []
    let rows = (0..<canvas.rows).map { y in
      let row = canvas[row: y].map { cell -> Character in
        if let letter = letters[cell.style] { return letter }
        let letter = Character(Unicode.Scalar(UInt8(0x61 + letters.count - 1)))
        letters[cell.style] = letter
        names.append("\(letter) \(Self.name(cell.style))")
        return letter
      }
      return String(row)
    }
    return rows.joined(separator: "\n") + "\n" + names.joined(separator: ", ")
  }

  private static func name(_ style: Style) -> String {
    var words = style.color == .standard ? [] : ["\(style.color)"]
    if style.isBold { words.append("bold") }
    if style.isDim { words.append("dim") }
    if style.isReverse { words.append("reverse") }
    if style.isUnderlined { words.append("underlined") }
    return words.joined(separator: " ")
  }

  private func compare(_ text: String, _ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["VOICE_TRANSLATOR_WRITE_GOLDEN"] != nil {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try text == String(contentsOf: file, encoding: .utf8), "\(name)")
  }
}
