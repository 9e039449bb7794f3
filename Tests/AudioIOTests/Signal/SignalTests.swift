import Foundation
import Testing

@testable import AudioIO

@Suite struct SignalTests {
  @Test func `a ring hands every sample over in order, while both threads run`() {
    let ring = SampleRing(capacity: 4_096)
    let total = 400_000
    let expected = ramp(total)
    let writer = AudioThread()
    let started = writer.start(name: "test") {
      var done = 0
      while done < total {
        let piece = Array(expected[done..<min(done + 333, total)])
        done += piece.count - piece.withUnsafeBufferPointer { ring.write($0) }
      }
    }
    #expect(started)
    var got: [Int16] = []
    let deadline = ContinuousClock.now + .seconds(60)
    while got.count < total && ContinuousClock.now < deadline { ring.read(into: &got) }
    #expect(got == expected)
  }

  @Test func `a full ring keeps what it has and tells what did not fit`() {
    let ring = SampleRing(capacity: 10)
    #expect(ramp(8).withUnsafeBufferPointer { ring.write($0) } == 0)
    #expect(ramp(8, from: 8).withUnsafeBufferPointer { ring.write($0) } == 6)
    var got: [Int16] = []
    ring.read(into: &got)
    #expect(got == ramp(10))
    #expect(ramp(8).withUnsafeBufferPointer { ring.write($0) } == 0)
  }

  static let levels: [(samples: [Int16], peak: Double, rms: Double)] = [
    ([], -100, -100), ([0, 0], -100, -100), ([Int16.min, Int16.min], 0, 0),
    ([16_384, -16_384], -6.02, -6.02), ([16_384, 0, 0, 0], -6.02, -12.04),
  ]

  @Test(arguments: levels)
  func `the level is in dB below full scale`(one: (samples: [Int16], peak: Double, rms: Double)) {
    let level = one.samples.withUnsafeBufferPointer { Level($0) }
    #expect(abs(level.peak - one.peak) < 0.01)
    #expect(abs(level.rms - one.rms) < 0.01)
    let cell = LevelCell()
    cell.value = level
    #expect(abs(cell.value.peak - one.peak) < 0.02 && abs(cell.value.rms - one.rms) < 0.02)
  }

  @Test(arguments: [(8_000, 16_000), (44_100, 16_000), (48_000, 16_000), (16_000, 48_000), (22_050, 48_000)])
  func `resampling in pieces is resampling the whole`(rates: (Int, Int)) throws {
    let source = sine(300, seconds: 1, rate: rates.0)
    let resampler = try #require(Resampler(from: rates.0, to: rates.1))
    var pieces: [Int16] = []
    for start in stride(from: 0, to: source.count, by: 701) {
      let piece = Array(source[start..<min(start + 701, source.count)])
      var target = [Int16](repeating: 0, count: resampler.bound(piece.count))
      let count = piece.withUnsafeBufferPointer { source in
        target.withUnsafeMutableBufferPointer { resampler.process(source, into: $0) }
      }
      pieces += target.prefix(count)
    }
    let whole = Resampler.resample(source, from: rates.0, to: rates.1)
    #expect(whole.count == rates.1)
    #expect(Array(whole.prefix(pieces.count)) == Array(pieces.prefix(whole.count)))
    #expect(pieces.count > rates.1 - rates.1 / 50)
  }

  @Test func `what lies above the new band is removed, not folded into it`() {
    let folded = Resampler.resample(sine(11_000, seconds: 0.5, rate: 48_000), from: 48_000, to: 16_000)
    let level = folded[400..<7_600].withUnsafeBufferPointer { Level($0) }
    #expect(level.rms < -60)
  }
}
