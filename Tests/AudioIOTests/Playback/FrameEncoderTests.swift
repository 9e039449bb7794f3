import CALSA
import Testing

@testable import AudioIO

@Suite struct FrameEncoderTests {
  @Test(arguments: [
    (SND_PCM_FORMAT_S16_LE, [0x34, 0x12], [0x00, 0x80]),
    (SND_PCM_FORMAT_S24_3LE, [0x00, 0x34, 0x12], [0x00, 0x00, 0x80]),
    (SND_PCM_FORMAT_S24_LE, [0x00, 0x34, 0x12, 0x00], [0x00, 0x00, 0x80, 0xFF]),
    (SND_PCM_FORMAT_S32_LE, [0x00, 0x00, 0x34, 0x12], [0x00, 0x00, 0x00, 0x80]),
    (SND_PCM_FORMAT_U8, [0x92], [0x00]),
    (SND_PCM_FORMAT_FLOAT_LE, little(Float(0x1234) / 32_768), little(Float(-1))),
  ])
  func `each sample is on every channel in the device's format`(
    format: snd_pcm_format_t, positive: [UInt8], lowest: [UInt8]
  ) {
    let wanted = positive + positive + lowest + lowest
    let frames = encode([0x1234, .min], channels: 2, format)
    #expect(frames.starts(with: wanted))
  }

  @Test(arguments: [
    SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_S24_3LE, SND_PCM_FORMAT_S24_LE, SND_PCM_FORMAT_S32_LE,
    SND_PCM_FORMAT_FLOAT_LE,
  ])
  func `what is encoded for a speaker is heard the same from a microphone`(format: snd_pcm_format_t) {
    let setup = calsa_setup(rate: 16_000, channels: 3, format: format, period: 320, buffer: 3_200)
    let samples = ramp(320)
    let frames = encode(samples, channels: 3, format)
    let converter = SpeechConverter(setup, frames: 320)
    let heard = frames.withUnsafeBytes { bytes in
      bytes.baseAddress.map { Array(converter.convert($0, frames: 320)) } ?? []
    }
    #expect(zip(heard, samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 } && heard.count == samples.count)
  }

  @Test func `louder than full scale is cut off, not turned around`() {
    let encoder = FrameEncoder(channels: 1, format: SND_PCM_FORMAT_S16_LE, count: 4)
    [1_000, -1_000, 30_000, -30_000].withUnsafeBufferPointer { encoder.encode($0, gain: 2) }
    #expect(
      AudioIOTests.samples(UnsafeRawBufferPointer(start: encoder.frames, count: 8)) == [
        2_000, -2_000, 32_767, -32_768,
      ])
  }

  private func encode(_ samples: [Int16], channels: Int, _ format: snd_pcm_format_t) -> [UInt8] {
    let encoder = FrameEncoder(channels: channels, format: format, count: samples.count)
    samples.withUnsafeBufferPointer { encoder.encode($0) }
    let width = [SND_PCM_FORMAT_U8: 1, SND_PCM_FORMAT_S16_LE: 2, SND_PCM_FORMAT_S24_3LE: 3][format] ?? 4
    return Array(UnsafeRawBufferPointer(start: encoder.frames, count: samples.count * channels * width))
  }

  private static func little(_ value: Float) -> [UInt8] {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
  }
}
