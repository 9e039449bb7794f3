import Testing
import VoiceTranslatorCore

@Suite struct EvdevDecoderTests {
  /// One `struct input_event`, with a time that is not looked at.
  private func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xA5, count: EvdevDecoder.eventSize - 8)
    withUnsafeBytes(of: type) { bytes += $0 }
    withUnsafeBytes(of: code) { bytes += $0 }
    withUnsafeBytes(of: value) { bytes += $0 }
    return bytes
  }

  @Test func `the talk keys' events come out, however they are split, and no others`() {
    let bytes =
      event(4, 4, 57) + event(1, 57, 1) + event(0, 0, 0) + event(1, 57, 2) + event(1, 16, 1) + event(1, 28, 1)
      + event(1, 57, 0) + event(1, 28, 0) + event(1, 57, 7)
    let expected: [EvdevDecoder.Event] = [
      .key(.a, .press), .key(.a, .repeat), .key(.b, .press), .key(.a, .release), .key(.b, .release),
    ]
    for split in 0...bytes.count {
      var decoder = EvdevDecoder(codes: [.a: 57, .b: 28])
      #expect(
        decoder.decode(bytes[..<split]) + decoder.decode(bytes[split...]) == expected, "split at \(split)")
    }
  }

  @Test func `that events were lost is told`() {
    var decoder = EvdevDecoder(codes: [.a: 57])
    #expect(decoder.decode(event(0, 3, 0)) == [.lost])
  }
}
