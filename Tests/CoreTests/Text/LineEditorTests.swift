import Testing

@testable import VoiceTranslatorCore

@Suite struct LineEditorTests {
  /// Keys as bindings name them, or a text in quotes; the cursor is shown as `|`.
  @Test(arguments: [
    ("hello|", ["home", "'x'"], "x|hello"), ("hello|", ["left", "left", "delete"], "hel|o"),
    ("hello|", ["backspace"], "hell|"), ("one two|", ["ctrl+w"], "one |"),
    ("one two|", ["alt+b"], "one |two"),
    ("one two|", ["ctrl+a", "alt+f"], "one| two"), ("one two|", ["ctrl+a", "alt+d"], "| two"),
    ("one two|", ["ctrl+a", "ctrl+k"], "|"), ("one two|", ["ctrl+u", "ctrl+y", "ctrl+y"], "one twoone two|"),
    ("ab|", ["ctrl+t"], "ba|"), ("ab|", ["left", "ctrl+t"], "ba|"), ("a|", ["ctrl+t"], "a|"),
    ("one, two|", ["ctrl+left", "ctrl+left"], "|one, two"), ("日本語|", ["left", "backspace"], "日|語"),
    ("|", ["'a\nb\tc'"], "a b c|"), ("|", ["'\u{1B}[31mx'"], "x|"),
    ("👨‍👩‍👧|", ["backspace"], "|"), ("it's|", ["ctrl+w"], "|"), ("a b|", ["home", "ctrl+right", "end"], "a b|"),
    ("abc|", ["ctrl+b", "ctrl+f", "ctrl+b", "ctrl+d", "ctrl+h"], "a|"),
    ("one two|", ["alt+backspace"], "one |"),
  ])
  func `keys edit the line as Emacs and the arrow keys do`(start: String, keys: [String], end: String) {
    var editor = LineEditor(String(start.dropLast()))
    for key in keys { Self.press(key, &editor) }
    #expect(String(editor.before) + "|" + String(editor.after) == end)
  }

  @Test func `a combining mark joins the letter before it`() {
    var editor = LineEditor("e")
    editor.insert("\u{301}")
    Self.press("backspace", &editor)
    #expect(editor.isEmpty)
  }

  @Test func `up and down go through earlier lines and back to the one being written`() {
    var editor = LineEditor("", history: ["first", "second"])
    editor.insert("third")
    var seen: [String] = []
    for key in ["up", "up", "up", "down", "down", "down"] {
      Self.press(key, &editor)
      seen.append(editor.text)
    }
    #expect(seen == ["second", "first", "first", "second", "third", "third"])
  }

  @Test func `a line has an end, however much is pasted`() {
    var editor = LineEditor()
    for _ in 0..<10 { editor.insert(String(repeating: "x", count: 1000)) }
    #expect(editor.text.count == LineEditor.longest)
  }

  @Test func `the cursor is always in view and wide characters are never halved`() {
    var random = SplitMix(seed: 3)
    var editor = LineEditor()
    for _ in 0..<2000 {
      Self.press(
        ["left", "right", "'日'", "'a'", "'é'", "backspace", "home", "end", "ctrl+w"].randomElement(
          using: &random)
          ?? "", &editor)
      let width = Int.random(in: 1...12, using: &random)
      let view = editor.view(width: width)
      #expect((0..<width).contains(view.cursor))
      #expect(DisplayWidth.of(view.text) <= width)
    }
  }

  private static func press(_ name: String, _ editor: inout LineEditor) {
    if name.hasPrefix("'") {
      let text = String(name.dropFirst().dropLast())
      if text.count == 1 {
        _ = editor.take(Key(.character(text.first ?? " "), text: text))
      } else {
        editor.insert(text)
      }
    } else if let stroke = KeyStroke(name: name) {
      let isTaken = editor.take(Key(stroke.code, modifiers: stroke.modifiers))
      #expect(isTaken)
    }
  }
}
