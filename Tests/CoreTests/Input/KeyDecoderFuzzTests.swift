import KeyDecoderChecks
import Testing

/// A short run of what the fuzzer does at length (`make soak`), with inputs made of what means something.
@Suite struct KeyDecoderFuzzTests {
  @Test func `twenty thousand random inputs break none of the decoder's promises`() {
    let parts: [[UInt8]] =
      keysSent.map(\.bytes) + reportsSent.map(\.bytes)
      + [
        "\u{1B}", "\u{1B}[", "\u{1B}[200~", "\u{1B}]", "\u{1B}O", ";", ":", "u", "~", "_", "1",
        "999999999999999999999",
      ]
      .map { Array($0.utf8) }
    var random = SplitMix(seed: 6)
    for _ in 0..<20_000 {
      var input: [UInt8] = []
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let part = parts.randomElement(using: &random) ?? []
        let end = Bool.random(using: &random) ? part.count : Int.random(in: 0...part.count, using: &random)
        input += part[..<end]
        if Int.random(in: 0..<4, using: &random) == 0 { input.append(.random(in: 0...255, using: &random)) }
      }
      let violation = KeyDecoderCheck.violation(input)
      #expect(
        violation == nil, "\(String(decoding: input, as: UTF8.self).debugDescription) \(violation ?? "")")
      if violation != nil { return }
    }
  }
}
