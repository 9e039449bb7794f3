import Glibc

/// Takes out what lies below speech: two Butterworth sections of second order each, so 24 dB an octave
/// (R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients").
struct HighPass {
  private struct Section {
    var b0 = Float(1)
    var b1 = Float(0)
    var b2 = Float(0)
    var a1 = Float(0)
    var a2 = Float(0)
    /// What is kept of earlier samples (transposed direct form II).
    var first = Float(0)
    var second = Float(0)
  }
  private var sections: [Section]

  /// A filter from `frequency` Hz on, for samples of `rate` Hz.
  init(from frequency: Float, rate: Float) {
    let angle = 2 * Float.pi * frequency / rate
    // The qualities of a Butterworth filter of fourth order.
    sections = [0.541_196, 1.306_563].map { (quality: Float) in
      let alpha = sin(angle) / (2 * quality)
      let scale = 1 + alpha
      let b0 = (1 + cos(angle)) / 2 / scale
      var section = Section()
      section.b0 = b0
      section.b1 = -2 * b0
      section.b2 = b0
      section.a1 = -2 * cos(angle) / scale
      section.a2 = (1 - alpha) / scale
      return section
    }
  }

  /// Filters the next sample.
  mutating func filter(_ sample: Float) -> Float {
    var value = sample
    for index in sections.indices {
      let input = value
      value = sections[index].b0 * input + sections[index].first
      sections[index].first =
        sections[index].b1 * input - sections[index].a1 * value + sections[index].second
      sections[index].second = sections[index].b2 * input - sections[index].a2 * value
    }
    return value
  }
}
