import Testing
import VoiceTranslatorCore

@Suite struct KeyDecoderTests {
  @Test(arguments: keysSent + reportsSent)
  func `what a terminal sends means the same however it is split`(sent: Sent) {
    let bytes = sent.bytes
    for split in 0...bytes.count {
      #expect(events(bytes[..<split], bytes[split...]) == sent.events, "split at \(split)")
    }
    #expect(events(bytes.map { [$0][...] }) == sent.events)
  }

  @Test(arguments: keysSent + reportsSent)
  func `nothing is left behind for the key that follows`(sent: Sent) {
    #expect(
      events(sent.bytes[...], Array("q".utf8)[...]) == sent.events + [pressed(.character("q"), text: "q")])
  }

  @Test func `a lone ESC is the Esc key once nothing followed it`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B], at: .zero).isEmpty)
    #expect(decoder.deadline == .milliseconds(50))
    #expect(decoder.flush(at: .milliseconds(49)).isEmpty)
    #expect(decoder.flush(at: .milliseconds(50)) == [pressed(.escape)])
    #expect(decoder.deadline == nil)
  }

  @Test func `where Esc is told as a sequence, a lone ESC is the start of one and may take its time`() {
    var decoder = KeyDecoder()
    _ = decoder.decode("\u{1B}[?31u\u{1B}".utf8, at: .zero)
    #expect(decoder.flush(at: .milliseconds(300)).isEmpty)
    #expect(
      decoder.decode("[32;1:3u".utf8, at: .milliseconds(400)) == [told(.character(" "), .release)])
  }

  @Test(arguments: ["[", "O", "P", "]", "X", "^", "_"])
  func `Alt with a character that introduces sequences is a key when nothing follows`(character: Character) {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}\(character)".utf8, at: .zero).isEmpty)
    #expect(
      decoder.flush(at: .milliseconds(50)) == [
        pressed(.character(character), .alt, text: String(character))
      ])
    #expect(decoder.decode("q".utf8, at: .seconds(1)) == [pressed(.character("q"), text: "q")])
  }

  @Test func `the rest of a slow sequence is not taken for keys`() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[3".utf8, at: .zero).isEmpty)
    #expect(decoder.flush(at: .milliseconds(200)).isEmpty)
    #expect(decoder.decode("2;1:3u".utf8, at: .milliseconds(300)) == [told(.character(" "), .release)])
  }

  @Test(arguments: ["\u{1B}]0;half a title", "\u{1B}P", "\u{1B}[12;", "\u{1B}[M", "\u{1B}[200~half a paste"])
  func `what never ends doesn't keep the keyboard for good`(start: String) {
    var decoder = KeyDecoder()
    _ = decoder.decode(start.utf8, at: .zero)
    _ = decoder.flush(at: .seconds(6))
    #expect(decoder.decode("q".utf8, at: .seconds(6)) == [pressed(.character("q"), text: "q")])
  }

  @Test func `a string cut short by a new sequence ends there`() {
    #expect(events(Array("\u{1B}]0;half\u{1B}[A".utf8)[...]) == [pressed(.up)])
  }

  @Test func `a huge paste keeps its beginning only`() {
    let text = String(repeating: "words ", count: 100_000)
    let given = events(Array("\u{1B}[200~\(text)\u{1B}[201~q".utf8)[...])
    guard case .paste(let kept)? = given.first else {
      Issue.record("no paste came")
      return
    }
    #expect(text.hasPrefix(kept) && (10_000...20_000).contains(kept.utf8.count))
    #expect(given.dropFirst() == [pressed(.character("q"), text: "q")])
  }

  @Test func `keys between random answers of a terminal are all that comes out`() {
    var random = SplitMix(seed: 4)
    // In win32-input-mode a key without its release would make the next press a repeat.
    let keys = keysSent.filter { !$0.what.hasPrefix("win32") }
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      var expected: [TerminalEvent] = []
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        if Bool.random(using: &random) {
          bytes += answer(&random)
        } else if let key = keys.randomElement(using: &random) {
          bytes += key.bytes
          expected += key.events
        }
      }
      var decoder = KeyDecoder()
      var given: [TerminalEvent] = []
      while !bytes.isEmpty {
        let count = Int.random(in: 1...bytes.count, using: &random)
        given += decoder.decode(bytes[..<count], at: .zero)
        bytes.removeFirst(count)
      }
      #expect(given.filter(\.isKey) == expected.filter(\.isKey))
    }
  }

  @Test func `random bytes neither stop the decoder nor stay in it`() {
    var random = SplitMix(seed: 5)
    let likely = Array("\u{1B}[]OP_;:?<>0123456789uAM~ q\u{7}\\".utf8)
    var decoder = KeyDecoder()
    var now = Duration.zero
    for _ in 0..<200_000 {
      let byte =
        Bool.random(using: &random)
        ? likely.randomElement(using: &random) ?? 0 : .random(in: 0...255, using: &random)
      _ = decoder.decode([byte], at: now)
      now += .milliseconds(Int.random(in: 0...2, using: &random))
      #expect(decoder.deadline.map { $0 <= now + .seconds(5) } ?? true)
    }
    _ = decoder.flush(at: now + .seconds(6))
    #expect(decoder.decode("q".utf8, at: now + .seconds(6)) == [pressed(.character("q"), text: "q")])
  }

  private func events(_ parts: ArraySlice<UInt8>...) -> [TerminalEvent] { events(parts) }

  private func events(_ parts: [ArraySlice<UInt8>]) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    return parts.flatMap { decoder.decode($0, at: .zero) }
  }

  /// A well-formed answer or report with random content.
  private func answer(_ random: inout SplitMix) -> [UInt8] {
    func some(_ range: ClosedRange<UInt8>, _ random: inout SplitMix) -> [UInt8] {
      (0..<Int.random(in: 0...120, using: &random)).map { _ in .random(in: range, using: &random) }
    }
    switch Int.random(in: 0...2, using: &random) {
    case 0:
      let introducer = Array("P]X^_".utf8).randomElement(using: &random) ?? 0
      let ends: [[UInt8]] = [[0x07], [0x1B, 0x5C]]
      return [0x1B, introducer] + some(0x20...0xFF, &random) + (ends.randomElement(using: &random) ?? [])
    case 1:
      let prefix = Array("<=>".utf8).randomElement(using: &random) ?? 0
      return [0x1B, 0x5B, prefix] + some(0x20...0x3F, &random) + [.random(in: 0x40...0x7E, using: &random)]
    default:
      return [0x1B, 0x5B] + some(0x30...0x3B, &random) + [
        Array("Rnyctx".utf8).randomElement(using: &random) ?? 0
      ]
    }
  }
}

extension TerminalEvent {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }
}
