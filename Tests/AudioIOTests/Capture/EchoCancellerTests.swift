import Testing
import VoiceTranslatorCore

@testable import AudioIO

@Suite struct EchoCancellerTests {
  @Test func `what the speaker says is subtracted, what a person says beside it stays`() throws {
    let echo = EchoPath(keepsReference: true)
    let canceller = try #require(EchoCanceller(echo))
    var random = Seeded(5)
    // Speech-like: noise whose loudness changes.
    let played = (0..<96_000).map { index in
      Int16(Double(Int.random(in: -9_000...9_000, using: &random)) * (index / 3_200 % 3 == 0 ? 0.1 : 1))
    }
    let delay = 640
    var heard = [Int16](repeating: 0, count: played.count)
    for index in delay..<heard.count { heard[index] = Int16(Double(played[index - delay]) * 0.25) }
    let voice = sine(300, seconds: 1, amplitude: 0.2)
    for (index, sample) in voice.enumerated() { heard[80_000 + index] += sample }
    let start: Int64 = 1_000_000_000_000
    var got: [Int16] = []
    for piece in stride(from: 0, to: heard.count, by: 320) {
      // The speaker is written ahead, as real ones are.
      if piece == 0 { play(played[..<3_200], 0, echo, start) }
      let next = piece + 3_200
      if next < played.count { play(played[next..<min(next + 320, played.count)], next, echo, start) }
      var samples = Array(heard[piece..<piece + 320])
      canceller.process(&samples, endingAt: start + time(piece + 320))
      got += samples
    }
    let before = level(heard[48_000..<78_000])
    let after = level(got[48_000..<78_000])
    #expect(before - after > 15, "\(before) dB became \(after) dB")
    #expect(amplitude(of: got.dropFirst(84_000).prefix(8_000), at: 300, rate: 16_000) > 0.1)
  }

  private func play(_ samples: ArraySlice<Int16>, _ place: Int, _ echo: EchoPath, _ start: Int64) {
    Array(samples).withUnsafeBufferPointer { echo.play($0, at: start + time(place)) }
  }

  private func time(_ samples: Int) -> Int64 { MonotonicTime.nanoseconds(of: samples, rate: 16_000) }

  private func level(_ samples: ArraySlice<Int16>) -> Double {
    Array(samples).withUnsafeBufferPointer { Level($0).rms }
  }
}
