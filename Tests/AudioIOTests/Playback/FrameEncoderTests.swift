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
    let stereo = FrameEncoder(channels: 2, format: format)
    #expect(stereo.encode([0x1234, .min]) == positive + positive + lowest + lowest)
  }

  @Test(arguments: [
    SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_S24_3LE, SND_PCM_FORMAT_S24_LE, SND_PCM_FORMAT_S32_LE,
    SND_PCM_FORMAT_FLOAT_LE,
  ])
  func `what is encoded for a speaker is heard the same from a microphone`(format: snd_pcm_format_t) {
    let setup = calsa_setup(rate: 16_000, channels: 3, format: format, period: 320, buffer: 3_200)
    let samples = ramp(320)
    let frames = FrameEncoder(channels: 3, format: format).encode(samples[...])
    let converter = SpeechConverter(setup, frames: 320)
    let heard = frames.withUnsafeBytes { bytes in
      bytes.baseAddress.map { Array(converter.convert($0, frames: 320)) } ?? []
    }
    #expect(zip(heard, samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 } && heard.count == samples.count)
  }

  private static func little(_ value: Float) -> [UInt8] {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
  }
}
