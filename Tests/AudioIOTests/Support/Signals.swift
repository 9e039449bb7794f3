import Foundation

/// A sine of some Hz, at `amplitude` of full scale.
func sine(_ hertz: Double, seconds: Double, rate: Int = 16_000, amplitude: Double = 0.5) -> [Int16] {
  (0..<Int(seconds * Double(rate))).map {
    Int16(32_767 * amplitude * sin(2 * .pi * hertz * Double($0) / Double(rate)))
  }
}

/// Samples that tell where they come from: no two places of a second look alike.
func ramp(_ count: Int, from start: Int = 0) -> [Int16] {
  (start..<start + count).map { Int16(truncatingIfNeeded: ($0 * 7919 + 12_345) % 30_011 - 15_000) }
}

/// How much two signals differ, in dB below the first: higher is better.
func signalToNoise(_ wanted: some Collection<Int16>, _ got: some Collection<Int16>) -> Double {
  let signal = wanted.reduce(0.0) { $0 + Double($1) * Double($1) }
  let noise = zip(wanted, got).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
  return noise == 0 ? .infinity : 10 * log10(signal / noise)
}

/// How strong a frequency is in a signal, 1 being a sine of full scale (one term of a Fourier transform).
func amplitude(of samples: some Collection<Int16>, at hertz: Double, rate: Double) -> Double {
  var (real, imaginary) = (0.0, 0.0)
  for (index, sample) in samples.enumerated() {
    let angle = 2 * .pi * hertz * Double(index) / rate
    real += Double(sample) * cos(angle)
    imaginary += Double(sample) * sin(angle)
  }
  return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count) / 32_768
}
