import Testing
import VoiceTranslatorCore

@Suite struct KeyDecoderTests {
  typealias Case = (bytes: String, events: [TerminalEvent])

  static let cases: [Case] = [
    ("a", [.key(Key(.character("a"), text: "a"))]),
    ("é", [.key(Key(.character("é"), text: "é"))]),
    ("日", [.key(Key(.character("日"), text: "日"))]),
    (" ", [.key(Key(.character(" "), text: " "))]),
    ("\r", [.key(Key(.enter))]),
    ("\t", [.key(Key(.tab))]),
    ("\u{7F}", [.key(Key(.backspace))]),
    ("\u{3}", [.key(Key(.character("c"), modifiers: .control))]),
    ("\u{1B}[A", [.key(Key(.up))]),
    ("\u{1B}OB", [.key(Key(.down))]),
    ("\u{1B}[5~", [.key(Key(.pageUp))]),
    ("\u{1B}[H", [.key(Key(.home))]),
    ("\u{1B}[Z", [.key(Key(.tab, modifiers: .shift))]),
    ("\u{1B}x", [.key(Key(.character("x"), modifiers: .alt, text: "x"))]),
    // The keyboard protocol with all flags, as kitty and foot send it.
    ("\u{1B}[32;;32u", [.key(Key(.character(" "), text: " "))]),
    ("\u{1B}[32;1:1;32u", [.key(Key(.character(" "), text: " "))]),
    ("\u{1B}[32;1:2;32u", [.key(Key(.character(" "), action: .repeat, text: " "))]),
    ("\u{1B}[32;1:3u", [.key(Key(.character(" "), action: .release))]),
    ("\u{1B}[32;129:3u", [.key(Key(.character(" "), action: .release))]),
    ("\u{1B}[113:81;2;81u", [.key(Key(.character("q"), modifiers: .shift, text: "Q"))]),
    ("\u{1B}[1081::113;;1081u", [.key(Key(.character("й"), text: "й", base: "q"))]),
    ("\u{1B}[13u", [.key(Key(.enter))]),
    ("\u{1B}[99;5u", [.key(Key(.character("c"), modifiers: .control))]),
    ("\u{1B}[57441;2u", [.key(Key(.other, modifiers: .shift))]),
    ("\u{1B}[1;1:3A", [.key(Key(.up, action: .release))]),
    // Answers and reports, which are no keys.
    ("\u{1B}[?31u", [.keyboardProtocol(flags: 31)]),
    ("\u{1B}[?62;4c", [.deviceAttributes]),
    ("\u{1B}[I", [.focus(true)]),
    ("\u{1B}[O", [.focus(false)]),
    ("\u{1B}[24;80R", []),
    ("\u{1B}[?2026;2$y", []),
    ("\u{1B}P>|kitty(0.26)\u{1B}\\", []),
    ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", []),
    ("\u{1B}]11;rgb:0000/0000/0000\u{7}", []),
    ("\u{1B}_Gi=1;OK\u{1B}\\", []),
    ("\u{1B}[<64;10;5M", []),
    ("\u{1B}[200~two\rlines \u{1B}[31mred\u{1B}[201~", [.paste("two\nlines red")]),
  ]

  @Test(arguments: cases)
  func `what a key sends is read as that key, however the bytes are split`(one: Case) {
    // A key behind it shows that nothing was swallowed or left over.
    let bytes = Array((one.bytes + "x").utf8)
    let expected = one.events + [.key(Key(.character("x"), text: "x"))]
    for first in 0..<bytes.count {
      for second in first..<bytes.count {
        var decoder = KeyDecoder()
        var events = decoder.decode(bytes[..<first])
        events += decoder.decode(bytes[first..<second])
        events += decoder.decode(bytes[second...])
        #expect(events == expected, "\(one.bytes.debugDescription) split at \(first), \(second)")
        #expect(!decoder.isWaiting)
      }
    }
  }

  @Test func `an Esc that nothing follows is the key, at the time-out and before another Esc`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.key(Key(.escape))])
    #expect(decoder.decode([0x1B, 0x1B]) == [.key(Key(.escape))])
    #expect(decoder.flush() == [.key(Key(.escape))])
    #expect(decoder.decode(Array("\u{1B}[1;".utf8)).isEmpty)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.decode(Array("a".utf8)) == [.key(Key(.character("a"), text: "a"))])
  }

  @Test func `shortcuts go by what is written, and on other layouts by the key's place`() {
    #expect(Key(.character("q"), text: "q").shortcut == "q")
    #expect(Key(.character("й"), text: "й", base: "q").shortcut == "q")
    #expect(Key(.character("ь"), modifiers: .shift, text: "Ь", base: "m").shortcut == "M")
    #expect(Key(.character("/"), modifiers: .shift, text: "?").shortcut == "?")
    #expect(Key(.character("c"), modifiers: .control, text: "").shortcut == nil)
  }

  @Test func `random bytes never crash it, and its memory stays bounded`() {
    var random = SplitMix(seed: 3)
    let alphabet: [UInt8] = [
      0x1B, 0x5B, 0x4F, 0x50, 0x5D, 0x3B, 0x3A, 0x30, 0x75, 0x7E, 0x07, 0x5C, 0xC3, 0xA9, 0xFF, 0x20,
    ]
    var decoder = KeyDecoder()
    var events = 0
    for _ in 0..<200_000 {
      let byte =
        Bool.random(using: &random)
        ? alphabet.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      events += decoder.decode([byte]).count
    }
    #expect(events > 0)
    // Whatever state it is in, it comes back.
    _ = decoder.decode(Array("\u{18}\u{1B}[201~".utf8))
    _ = decoder.flush()
    #expect(decoder.decode(Array("a".utf8)) == [.key(Key(.character("a"), text: "a"))])
  }
}
