import Testing
import VoiceTranslatorCore

@Suite struct SignalConditionTests {
  static let table: [(SignalMeasure, SignalCondition?)] = [
    (.init(samples: 4_000, peak: 0, clipped: 0, loudest: -100), nil),
    (.init(samples: 8_000, peak: 0, clipped: 0, loudest: -100), .absent),
    (.init(samples: 8_000, peak: 90, clipped: 0, loudest: -60), nil),
    (.init(samples: 24_000, peak: 90, clipped: 0, loudest: -60), .tooQuiet),
    (.init(samples: 8_000, peak: 9_000, clipped: 0, loudest: -20), .fine),
    (.init(samples: 16_000, peak: 32_768, clipped: 3, loudest: -12), .fine),
    (.init(samples: 16_000, peak: 32_768, clipped: 200, loudest: -3), .clipping),
  ]

  @Test(arguments: table)
  func `no signal, far too quiet, clipping and fine are told apart`(
    measure: SignalMeasure, condition: SignalCondition?
  ) {
    #expect(SignalCondition(measure) == condition)
  }
}
