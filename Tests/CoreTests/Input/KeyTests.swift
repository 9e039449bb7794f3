import Testing
import VoiceTranslatorCore

@Suite struct KeyTests {
  @Test func `shortcuts go by what is written, and on other layouts by the key's place`() {
    #expect(Key(.character("q"), text: "q").shortcut == "q")
    #expect(Key(.character("й"), text: "й", base: "q").shortcut == "q")
    #expect(Key(.character("ь"), modifiers: .shift, text: "Ь", base: "m").shortcut == "M")
    #expect(Key(.character("/"), modifiers: .shift, text: "?").shortcut == "?")
    #expect(Key(.character("c"), modifiers: .control, text: "").shortcut == nil)
  }
}
