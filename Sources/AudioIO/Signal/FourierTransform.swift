import Glibc

/// The discrete Fourier transform of so many complex numbers, a power of two, in place (Cooley and Tukey, radix 2).
final class FourierTransform {
  let size: Int
  private let real: UnsafeMutablePointer<Float>
  private let imaginary: UnsafeMutablePointer<Float>
  /// cos and −sin of 2πk / size for k in 0..<size / 2.
  private let cosines: UnsafeMutablePointer<Float>
  private let sines: UnsafeMutablePointer<Float>

  init(size: Int) {
    precondition(size > 1 && size & (size - 1) == 0, "the size must be a power of two")
    self.size = size
    real = .allocate(capacity: size)
    imaginary = .allocate(capacity: size)
    cosines = .allocate(capacity: size / 2)
    sines = .allocate(capacity: size / 2)
    for index in 0..<size / 2 {
      let angle = 2 * Float.pi * Float(index) / Float(size)
      cosines[index] = cos(angle)
      sines[index] = -sin(angle)
    }
  }

  deinit { for pointer in [real, imaginary, cosines, sines] { pointer.deallocate() } }

  /// The power of each frequency of `range` (bins of rate / size Hz) in `size` real samples.
  func powers(of samples: [Float], in range: Range<Int>) -> [Float] {
    var target = 0
    for index in 0..<size {
      real[target] = samples[index]
      imaginary[target] = 0
      // Counts in bit-reversed order.
      var bit = size >> 1
      while target & bit != 0 {
        target ^= bit
        bit >>= 1
      }
      target |= bit
    }
    var span = 1
    while span < size {
      combine(span)
      span *= 2
    }
    return range.map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
  }

  /// Makes transforms of 2 × `span` numbers of pairs of transforms of `span` numbers.
  private func combine(_ span: Int) {
    let stride = size / (2 * span)
    var start = 0
    while start < size {
      for offset in 0..<span {
        let (low, high) = (start + offset, start + offset + span)
        let (cosine, sine) = (cosines[offset * stride], sines[offset * stride])
        let turnedReal = real[high] * cosine - imaginary[high] * sine
        let turnedImaginary = real[high] * sine + imaginary[high] * cosine
        real[high] = real[low] - turnedReal
        imaginary[high] = imaginary[low] - turnedImaginary
        real[low] += turnedReal
        imaginary[low] += turnedImaginary
      }
      start += 2 * span
    }
  }
}
