/// The bytes of a WAVE file, made by hand so that every field can be wrong.
func waveBytes(
  tag: UInt16 = 1, channels: UInt16 = 1, rate: UInt32 = 16_000, bits: UInt16 = 16, extra: [UInt8] = [],
  data: [UInt8], dataSize: UInt32? = nil, riffSize: UInt32? = nil, before: [UInt8] = []
) -> [UInt8] {
  let frame = channels * (bits / 8)
  let format =
    little(tag) + little(channels) + little(rate) + little(rate * UInt32(frame)) + little(frame)
    + little(bits) + extra
  let body =
    Array("WAVE".utf8) + before + Array("fmt ".utf8) + little(UInt32(format.count)) + format
    + Array("data".utf8) + little(dataSize ?? UInt32(data.count)) + data
  return Array("RIFF".utf8) + little(riffSize ?? UInt32(body.count)) + body
}

/// A number's bytes, least significant first.
func little(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

/// Samples' bytes, as S16 little endian.
func bytes(_ samples: [Int16]) -> [UInt8] { samples.flatMap { little($0) } }

/// The samples of S16 little-endian bytes.
func samples(_ bytes: some Collection<UInt8>) -> [Int16] {
  let bytes = Array(bytes)
  return (0..<bytes.count / 2).map {
    Int16(bitPattern: UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8)
  }
}
