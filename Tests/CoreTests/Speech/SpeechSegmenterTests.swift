import Testing
import VoiceTranslatorCore

@Suite struct SpeechSegmenterTests {
  /// Feeds samples in pieces of a size; gives the segments.
  private func segments(_ samples: [Int16], by size: Int = 320) -> [[Int16]] {
    var segmenter = SpeechSegmenter()
    var segments: [[Int16]] = [[]]
    func take(_ steps: [SpeechSegmenter.Step]) {
      for step in steps {
        switch step {
        case .append(let new): segments[segments.count - 1] += new
        case .cut: segments.append([])
        }
      }
    }
    for start in stride(from: 0, to: samples.count, by: size) {
      take(segmenter.append(Array(samples[start..<min(start + size, samples.count)])))
    }
    take(segmenter.finish())
    return segments
  }

  @Test(arguments: [1, 319, 320, 1_000, .max / 2])
  func `every sample is in one segment, in order, however they arrive`(size: Int) {
    let speech = noise(0.5, 20) + voice(4) + noise(1, 20) + voice(3) + noise(1, 20) + voice(1)
    let found = segments(speech, by: size)
    #expect(found.count == 3)
    #expect(found.flatMap { $0 } == speech)
  }

  @Test func `a short utterance is one segment whatever its pauses`() {
    #expect(segments(noise(0.3, 20) + voice(0.9) + noise(0.8, 20) + voice(0.4)).count == 1)
  }

  @Test func `the next segment begins with the silence before its first sound`() {
    let found = segments(noise(0.3, 20) + voice(4) + noise(2, 20) + voice(2))
    #expect(found.count == 2)
    #expect(found[1].prefix(3_000).allSatisfy { abs($0) <= 20 })
    // Silence alone makes no segment.
    #expect(segments(noise(20, 20)).count == 1)
  }

  @Test func `ten minutes without a real pause are cut before any recogniser's limit`() {
    var speech = noise(0.3, 20)
    for _ in 0..<600 { speech += voice(0.95) + noise(0.05, 20) }
    let found = segments(speech)
    #expect(found.allSatisfy { $0.count <= 28 * 16_000 })
    #expect(found.dropLast().allSatisfy { $0.count >= 2 * 16_000 })
    #expect(found.flatMap { $0 } == speech)
  }
}
