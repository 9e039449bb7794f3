import VoiceTranslatorCore

/// What must hold of the key decoder for every input, for the fuzzer and for the tests alike.
public enum KeyDecoderCheck {
  /// What an input broke; nil: nothing.
  public static func violation(_ input: some Collection<UInt8>) -> String? {
    let input = Array(input)
    let whole = events(input)
    var decoder = KeyDecoder()
    var bytewise: [TerminalEvent] = []
    for byte in input {
      bytewise += decoder.decode(CollectionOfOne(byte), at: .zero)
      guard decoder.pendingCount <= KeyDecoder.mostPending else {
        return "keeps \(decoder.pendingCount) bytes"
      }
    }
    guard bytewise == whole else { return "means something else in one piece" }
    // One event for each byte at most, but for an Esc before another key.
    guard whole.count <= input.count else { return "\(input.count) bytes are \(whole.count) events" }
    _ = decoder.flush(at: .seconds(10))
    guard decoder.deadline == nil, decoder.pendingCount == 0 else { return "never comes to rest" }
    guard decoder.decode("q".utf8, at: .seconds(10)).count == 1 else { return "swallows the next key" }
    guard containsNoEnd(input) else { return nil }
    let (introducer, terminator) = answers[input.reduce(0) { $0 &+ Int($1) } % answers.count]
    let answer = Array(introducer.utf8) + input + Array(terminator.utf8)
    return events(answer).contains(where: isKey) ? "takes an answer for a key" : nil
  }

  /// What terminals put around the content of their answers: OSC, DCS, APC, PM, SOS.
  private static let answers = [
    ("\u{1B}]", "\u{7}"), ("\u{1B}]11;", "\u{1B}\\"), ("\u{1B}P", "\u{1B}\\"), ("\u{1B}_G", "\u{1B}\\"),
    ("\u{1B}^", "\u{1B}\\"), ("\u{1B}X", "\u{1B}\\"),
  ]

  /// Content that ends no string before its terminator.
  private static func containsNoEnd(_ input: [UInt8]) -> Bool {
    !input.contains { [0x07, 0x18, 0x1A, 0x1B].contains($0) }
  }

  private static func events(_ bytes: [UInt8]) -> [TerminalEvent] {
    var decoder = KeyDecoder()
    return decoder.decode(bytes, at: .zero)
  }

  private static func isKey(_ event: TerminalEvent) -> Bool { if case .key = event { true } else { false } }
}
