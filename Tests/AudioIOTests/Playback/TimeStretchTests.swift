import Testing

@testable import AudioIO

@Suite struct TimeStretchTests {
  @Test(arguments: [0.5, 0.8, 1.3, 2])
  func `speech gets shorter or longer at the same pitch`(speed: Double) {
    let stretch = TimeStretch(rate: 48_000)
    stretch.speed = speed
    var got: [Int16] = []
    let sound = sine(200, seconds: 2, rate: 48_000)
    for start in stride(from: 0, to: sound.count, by: 960) {
      stretch.process(sound[start..<start + 960], into: &got)
    }
    stretch.finish(into: &got)
    #expect(abs(Double(got.count) / 48_000 - 2 / speed) < 0.1)
    let middle = got[(got.count / 4)...].prefix(24_000)
    #expect(amplitude(of: middle, at: 200, rate: 48_000) > 0.4)
    #expect(amplitude(of: middle, at: 200 * speed, rate: 48_000) < 0.1 || speed == 1)
  }
}
