import Testing
import VoiceTranslatorCore

@Suite struct CanvasTests {
  @Test func `text is clipped to its width and the grid, and wide characters are never halved`() {
    var canvas = Canvas(columns: 6, rows: 2)
    #expect(canvas.put("日本語", at: .init(1, 0)) == 4)
    #expect(canvas.text == " 日本\n")
    #expect(canvas.put("abcdef", at: .init(0, 1), width: 3) == 3)
    #expect(canvas.put("x", at: .init(0, 5)) == 0)
    canvas.put("-", at: .init(2, 0))
    #expect(canvas.text == "  -本\nabc")
  }

  @Test func `every row is exactly as wide as the canvas, whatever is shown at whatever size`() {
    var random = SplitMix(seed: 21)
    let texts = [
      "Where is it?", "日本語の文です", "مرحبا بالعالم", "👨‍👩‍👧 family", "สวัสดีครับ", "आप कैसे हैं? ठीक", "\u{1B}[31mred", "",
    ]
    for _ in 0..<400 {
      var session = Session(source: .tag(.english), targets: [.spanish])
      for step in 0..<Int.random(in: 0...6, using: &random) {
        let time = at(Double(step))
        _ = session.update(.talkStarted, at: time)
        let id = session.recordingTurn ?? Turn.ID(1)
        let text = texts.randomElement(using: &random) ?? ""
        _ = session.update(
          .output(id, .recognized(Hypothesis(text: text, isFinal: Bool.random(using: &random)))), at: time)
        _ = session.update(.output(id, .translated(Translation(target: .spanish, text: text))), at: time)
        if Bool.random(using: &random) { _ = session.update(.talkEnded, at: time) }
        if Bool.random(using: &random) {
          _ = session.update(.turnFailed(id, Notice(text, remedy: text), kept: true), at: time)
        }
        if let command = Command.allCases.randomElement(using: &random) {
          _ = session.update(.command(command), at: time)
        }
      }
      let size = (Int.random(in: 1...130, using: &random), Int.random(in: 1...45, using: &random))
      let theme = Bool.random(using: &random) ? Theme.lines : .ascii
      let canvas = session.screen(
        columns: size.0, rows: size.1, ScreenContext(now: .seconds(9), level: -20, theme: theme))
      for row in 0..<canvas.rows {
        let width = canvas[row: row].reduce(0) { $0 + ($1.text.isEmpty ? 0 : DisplayWidth.of($1.text)) }
        #expect(width == size.0, "\(size)")
      }
    }
  }
}
