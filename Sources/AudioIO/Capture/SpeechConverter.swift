import CALSA
import VoiceTranslatorCore

/// Turns what a capture device gives into 16 kHz mono S16, without allocating.
final class SpeechConverter {
  private let channels: Int
  private let format: snd_pcm_format_t
  private let resampler: Resampler?
  private var offset = DCOffset()
  /// How many frames of the last piece were at full scale on some channel.
  private(set) var clipped = 0
  private let mono: UnsafeMutableBufferPointer<Int16>
  private let speech: UnsafeMutableBufferPointer<Int16>

  /// A converter for pieces of at most `frames` frames.
  init(_ setup: calsa_setup, frames: Int) {
    channels = Int(setup.channels)
    format = setup.format
    let rate = Int(setup.rate)
    resampler = rate == SpeechFormat.sampleRate ? nil : Resampler(from: rate, to: SpeechFormat.sampleRate)
    mono = .allocate(capacity: frames)
    speech = .allocate(capacity: resampler?.bound(frames) ?? 1)
  }

  deinit {
    mono.deallocate()
    speech.deallocate()
  }

  /// Bytes of one frame.
  var frameSize: Int { channels * Self.width(format) }

  /// Converts `frames` interleaved frames; the result is valid until the next call.
  func convert(_ bytes: UnsafeRawPointer, frames: Int) -> UnsafeBufferPointer<Int16> {
    let width = Self.width(format)
    clipped = 0
    for frame in 0..<frames {
      var sum = 0
      var isClipped = false
      for channel in 0..<channels {
        let sample = sample(bytes + (frame * channels + channel) * width)
        sum += sample
        if abs(sample) >= fullScale { isClipped = true }
      }
      mono[frame] = Int16(clamping: sum / channels)
      if isClipped { clipped += 1 }
    }
    offset.remove(from: UnsafeMutableBufferPointer(rebasing: mono[..<frames]))
    let source = UnsafeBufferPointer(rebasing: mono[..<frames])
    guard let resampler else { return source }
    return UnsafeBufferPointer(rebasing: speech[..<resampler.process(source, into: speech)])
  }

  private func sample(_ bytes: UnsafeRawPointer) -> Int {
    switch format {
    case SND_PCM_FORMAT_S16_LE: Int(bytes.loadUnaligned(as: Int16.self))
    case SND_PCM_FORMAT_S32_LE: Int(bytes.loadUnaligned(as: Int32.self) >> 16)
    case SND_PCM_FORMAT_S24_3LE: Int(bytes.loadUnaligned(fromByteOffset: 1, as: Int16.self))
    case SND_PCM_FORMAT_S24_LE: Int((bytes.loadUnaligned(as: Int32.self) << 8) >> 16)
    case SND_PCM_FORMAT_FLOAT_LE: Int(max(-1, min(1, bytes.loadUnaligned(as: Float.self))) * 32_767)
    default: (Int(bytes.load(as: UInt8.self)) - 128) << 8
    }
  }

  /// The loudest sample that every format can give on either side of zero; of 8 bits it is less.
  private var fullScale: Int { format == SND_PCM_FORMAT_U8 ? 127 << 8 : 32_767 }

  private static func width(_ format: snd_pcm_format_t) -> Int {
    switch format {
    case SND_PCM_FORMAT_S16_LE: 2
    case SND_PCM_FORMAT_S24_3LE: 3
    case SND_PCM_FORMAT_U8: 1
    default: 4
    }
  }
}
