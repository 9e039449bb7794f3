/// The 44 bytes before the samples of a recorded utterance: 16 kHz mono S16 (RIFF/WAVE, format tag 1).
public enum WAVEHeader {
  /// Bytes of the header.
  public static let size = 44

  /// A header for so many samples; nil: the length isn't known yet, and both sizes say so by their greatest value,
  /// as streaming encoders write them.
  public static func bytes(samples: Int?) -> [UInt8] {
    let dataSize = samples.map { UInt32(clamping: $0 * 2) } ?? .max
    let riffSize = samples.map { UInt32(clamping: 36 + $0 * 2) } ?? .max
    let rate = UInt32(SpeechFormat.sampleRate)
    return Array("RIFF".utf8) + little(riffSize) + Array("WAVEfmt ".utf8) + little(UInt32(16))
      + little(UInt16(1))
      + little(UInt16(1)) + little(rate) + little(rate * 2) + little(UInt16(2)) + little(UInt16(16))
      + Array("data".utf8) + little(dataSize)
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
