import Testing
import VoiceTranslatorCore

@Suite struct TalkKeyTests {
  @Test(arguments: [
    ("space", Key(.character(" "), text: " ")), ("Enter", Key(.enter)), ("f9", Key(.function(9))),
    ("right_ctrl", Key(.named(.rightControl), modifiers: .control)), ("page_down", Key(.pageDown)),
    ("v", Key(.character("v"), text: "v")), ("caps_lock", Key(.named(.capsLock))),
    // The same key under a Russian layout, and with Shift.
    ("v", Key(.character("м"), text: "м", base: "v")),
    ("space", Key(.character(" "), modifiers: .shift, action: .release)),
  ])
  func `any key can be the talk key, on any layout and with Shift`(name: String, key: Key) throws {
    let talkKey = try #require(TalkKey(name))
    #expect(talkKey.matches(key))
  }

  @Test(arguments: ["", "escape", "f0", "f36", "é", "spaces", "ctrl+c", "\u{1B}"])
  func `what is no key that can be held has no talk key`(name: String) {
    #expect(TalkKey(name) == nil)
  }

  @Test func `the talk key with Ctrl or Alt is another key`() {
    #expect(!TalkKey.space.matches(Key(.character(" "), modifiers: .control)))
    #expect(TalkKey("c")?.matches(Key(.character("c"), modifiers: .control)) == false)
  }

  @Test func `each side has its key`() {
    let keys = TalkKeys()
    #expect(keys.side(of: Key(.character(" "), text: " ")) == .a)
    #expect(keys.side(of: Key(.enter)) == .b)
    #expect(keys.side(of: Key(.tab)) == nil)
  }

  @Test func `only keys that write or move something are text's while text is typed`() {
    #expect(TalkKey.space.edits && TalkKey.enter.edits)
    #expect(TalkKey("f9")?.edits == false && TalkKey("menu")?.edits == false)
  }

  @Test func `every name has a code of the kernel's, but for function keys that no keyboard has`() {
    for name in Key.Code.Name.allCases { #expect(TalkKey(name.rawValue)?.evdevCode != nil, "\(name)") }
    for scalar in UInt8(ascii: "a")...UInt8(ascii: "z") {
      #expect(TalkKey(String(Unicode.Scalar(scalar)))?.evdevCode != nil)
    }
    #expect(TalkKey.space.evdevCode == 57 && TalkKey.enter.evdevCode == 28 && TalkKey("m")?.evdevCode == 50)
    #expect(
      TalkKey("f12")?.evdevCode == 88 && TalkKey("f24")?.evdevCode == 194 && TalkKey("f25")?.evdevCode == nil)
  }
}
