import CALSA

/// Turns mono samples into the interleaved frames that a playback device takes, without allocating.
final class FrameEncoder {
  let channels: Int
  let format: snd_pcm_format_t
  /// What was encoded last.
  let frames: UnsafeMutableRawPointer
  private let width: Int

  /// An encoder for pieces of at most `count` samples.
  init(channels: Int, format: snd_pcm_format_t, count: Int) {
    self.channels = channels
    self.format = format
    width = Self.width(format)
    frames = .allocate(byteCount: max(1, count * channels * width), alignment: 8)
  }

  deinit { frames.deallocate() }

  /// Writes each sample, `gain` times as loud, on every channel of ``frames``.
  func encode(_ samples: UnsafeBufferPointer<Int16>, gain: Float = 1) {
    var place = frames
    for sample in samples {
      let sample = gain == 1 ? sample : Int16(max(-32_768, min(32_767, Float(sample) * gain)))
      for _ in 0..<channels {
        put(sample, at: place)
        place += width
      }
    }
  }

  private func put(_ sample: Int16, at place: UnsafeMutableRawPointer) {
    switch format {
    case SND_PCM_FORMAT_S16_LE: place.storeBytes(of: sample.littleEndian, as: Int16.self)
    case SND_PCM_FORMAT_S24_3LE:
      place.storeBytes(of: 0, as: UInt8.self)
      (place + 1).storeBytes(of: sample.littleEndian, as: Int16.self)
    case SND_PCM_FORMAT_S24_LE: place.storeBytes(of: (Int32(sample) << 8).littleEndian, as: Int32.self)
    case SND_PCM_FORMAT_S32_LE: place.storeBytes(of: (Int32(sample) << 16).littleEndian, as: Int32.self)
    case SND_PCM_FORMAT_FLOAT_LE:
      place.storeBytes(of: (Float(sample) / 32_768).bitPattern.littleEndian, as: UInt32.self)
    default: place.storeBytes(of: UInt8(truncatingIfNeeded: Int(sample) >> 8 + 128), as: UInt8.self)
    }
  }

  private static func width(_ format: snd_pcm_format_t) -> Int {
    switch format {
    case SND_PCM_FORMAT_S16_LE: 2
    case SND_PCM_FORMAT_S24_3LE: 3
    case SND_PCM_FORMAT_U8: 1
    default: 4
    }
  }
}
