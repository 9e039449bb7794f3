import Testing

@testable import VoiceTranslatorCore

@Suite struct KeyBindingsTests {
  @Test(arguments: [
    "r", "R", "+", "tab", "shift+tab", "page_up", "ctrl+c", "alt+x", "ctrl++", "!", "delete", "f5",
  ])
  func `a key's name is read and written alike`(name: String) {
    #expect(KeyStroke(name: name)?.description == name)
  }

  @Test(arguments: ["", "rr", "ctrl+", "hyper+a", "é", "shift+a", "f36", " "])
  func `what names no key is none`(name: String) { #expect(KeyStroke(name: name) == nil) }

  @Test func `no two commands have the same key in the same place`() throws {
    #expect(try KeyBindings(changing: [:]) == .standard)
  }

  @Test func `every command is in the table once, with a key`() {
    #expect(Set(CommandEntry.all.map(\.command)) == Set(Command.allCases))
    #expect(CommandEntry.all.count == Command.allCases.count)
    for entry in CommandEntry.all {
      #expect(!entry.keys.isEmpty && entry.keys.allSatisfy { KeyStroke(name: $0) != nil }, "\(entry.command)")
    }
  }

  @Test func `a command gets other keys and its own key is free for another`() throws {
    let bindings = try KeyBindings(changing: [
      .replay: [KeyStroke(.character("z")), KeyStroke(.character("r"), modifiers: .control)],
      .typeText: [KeyStroke(.character("r"))],
    ])
    #expect(bindings.command(for: Key(.character("z"), text: "z"), in: .talk) == .replay)
    #expect(bindings.command(for: Key(.character("r"), modifiers: .control), in: .lines) == .replay)
    #expect(bindings.command(for: Key(.character("r"), text: "r"), in: .talk) == .typeText)
    #expect(bindings.command(for: Key(.character("i"), text: "i"), in: .talk) == nil)
    #expect(bindings.label(of: .replay) == "z")
  }

  @Test func `two commands on one key are a conflict that names both`() {
    let stroke = KeyStroke(.character("q"))
    #expect(throws: KeyBindings.Conflict(key: stroke, commands: [.replay, .quit])) {
      try KeyBindings(changing: [.replay: [stroke]])
    }
  }

  @Test(arguments: [
    (Key(.character("й"), text: "й", base: "q"), Command.quit),
    (Key(.character("υ"), modifiers: .shift, text: "Υ", base: "p"), .privacy),
    (Key(.character("ق"), text: "ق", base: "r"), .replay),
    (Key(.character("с"), modifiers: .control, base: "c"), .interrupt),
    (Key(.character("r"), modifiers: .shift, text: "R"), .replaySlowly),
  ])
  func `shortcuts go by the key's place on a Latin layout`(key: Key, command: Command) {
    #expect(KeyBindings.standard.command(for: key, in: .talk) == command)
  }
}
