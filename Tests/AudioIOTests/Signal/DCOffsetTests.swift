import CALSA
import Testing

@testable import AudioIO

@Suite struct DCOffsetTests {
  @Test(arguments: [-3_000, -40, 40, 3_000])
  func `what a sound chip adds to every sample is taken out`(added: Int) {
    let speech = sine(300, seconds: 2, amplitude: 0.1)
    let got = converted(speech.map { Int16(clamping: Int($0) + added) })
    let rest = got.dropFirst(16_000)
    #expect(abs(rest.reduce(0) { $0 + Int($1) } / rest.count) <= 16)
    #expect(signalToNoise(speech.dropFirst(16_000), rest) > 40)
  }

  @Test func `a device that adds nothing gives its samples unchanged`() {
    let speech = sine(300, seconds: 1) + sine(90, seconds: 1, amplitude: 0.9) + ramp(16_000)
    let isUnchanged = converted(speech) == speech
    #expect(isUnchanged)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `noise that comes and goes is its own mean, and is given unchanged`(seed: UInt64) {
    var random = Seeded(seed)
    let noise = (0..<60 * 16_000).map { index in
      let loudness = index % 48_000 < 32_000 ? 80 : 9_000
      return Int16(Int.random(in: -loudness...loudness, using: &random))
    }
    // A device that is read until it has no more gives pieces of a frame, too.
    let isUnchanged = converted(noise, pieces: [159, 1, 160]) == noise
    #expect(isUnchanged)
  }

  @Test func `frames at full scale are counted, before anything is done to them`() {
    let converter = SpeechConverter(setup, frames: 320)
    var loud = [Int16](repeating: 100, count: 320)
    for index in 10..<15 { loud[index] = .max }
    loud[20] = .min
    _ = loud.withUnsafeBytes { bytes in bytes.baseAddress.map { converter.convert($0, frames: 320) } }
    #expect(converter.clipped == 6)
  }

  private var setup: calsa_setup {
    var setup = calsa_setup()
    (setup.rate, setup.channels, setup.format) = (16_000, 1, SND_PCM_FORMAT_S16_LE)
    return setup
  }

  private func converted(_ samples: [Int16], pieces: [Int] = [320]) -> [Int16] {
    let converter = SpeechConverter(setup, frames: 320)
    var rest = samples[...]
    var got: [Int16] = []
    var number = 0
    while !rest.isEmpty {
      let piece = rest.prefix(pieces[number % pieces.count])
      number += 1
      rest = rest.dropFirst(piece.count)
      got += piece.withUnsafeBytes { bytes in
        bytes.baseAddress.map { Array(converter.convert($0, frames: piece.count)) } ?? []
      }
    }
    return got
  }
}
