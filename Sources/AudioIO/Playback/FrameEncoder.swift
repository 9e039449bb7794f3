import CALSA

/// Turns mono samples into the interleaved frames that a playback device takes.
struct FrameEncoder {
  let channels: Int
  let format: snd_pcm_format_t

  /// Each sample on every channel, in the device's format.
  func encode(_ samples: ArraySlice<Int16>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * channels * 4)
    for sample in samples {
      let value = encode(sample)
      for _ in 0..<channels { bytes += value }
    }
    return bytes
  }

  private func encode(_ sample: Int16) -> [UInt8] {
    switch format {
    case SND_PCM_FORMAT_S16_LE: Self.little(sample)
    case SND_PCM_FORMAT_S24_3LE: [0] + Self.little(sample)
    case SND_PCM_FORMAT_S24_LE: Self.little(Int32(sample) << 8)
    case SND_PCM_FORMAT_S32_LE: Self.little(Int32(sample) << 16)
    case SND_PCM_FORMAT_FLOAT_LE: Self.little((Float(sample) / 32_768).bitPattern)
    default: [UInt8(truncatingIfNeeded: Int(sample) >> 8 + 128)]
    }
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
