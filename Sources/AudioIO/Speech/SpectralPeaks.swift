import Glibc

/// The peaks of the spectrum, frame by frame: those of a note stay where they are, those of a voice glide.
///
/// Scheirer and Slaney (ICASSP 1997) survey such features; this is the plainest: the share of peaks that are still
/// peaks at the same frequency a fifth of a second later. Speech stays below 0.25, plucked melodies above 0.45.
struct SpectralPeaks {
  /// Samples of a spectrum.
  static let window = 1024
  /// Samples from one spectrum to the next: 40 ms.
  static let hop = 640
  /// Spectra between the two that are compared: 0.2 s.
  private static let lag = 5
  /// A frame with so many peaks has a voice, or a tone, in it.
  private static let harmonics = 3
  /// 200 to 4000 Hz.
  private static let band = 200 * window / 16_000..<4_000 * window / 16_000
  /// A peak stands so many dB above the frame's median, and at most so far below its strongest.
  private static let aboveMedian = Float(12)
  private static let belowStrongest = Float(35)
  /// Frames this far (dB) below the loudest say nothing.
  private static let belowLoudest = Float(30)

  /// One frame: which bins of the band are peaks, and how strong the strongest bin is, in dB.
  private struct Frame {
    var peaks = [UInt64](repeating: 0, count: (band.count + 63) / 64)
    var strongest = Float(-200)
  }
  private var frames: [Frame] = []
  private let transform = FourierTransform(size: window)
  private let weights: [Float] = (0..<window).map { 0.5 - 0.5 * cos(2 * .pi * Float($0) / Float(window - 1)) }

  /// Adds the frame of so many samples; nil: a frame in which nothing is to be heard.
  mutating func append(_ samples: ArraySlice<Float>?) {
    guard let samples else { return frames.append(Frame()) }
    let weighted = zip(samples, weights).map { $0 * $1 }
    let decibels = transform.powers(of: weighted, in: Self.band).map { 10 * log10($0 + 1e-14) }
    var frame = Frame()
    frame.strongest = decibels.max() ?? frame.strongest
    let median = decibels.sorted()[decibels.count / 2]
    let floor = max(median + Self.aboveMedian, frame.strongest - Self.belowStrongest)
    for bin in 1..<decibels.count - 1
    where decibels[bin] > decibels[bin - 1] && decibels[bin] >= decibels[bin + 1] && decibels[bin] > floor {
      frame.peaks[bin / 64] |= 1 << UInt64(bin % 64)
    }
    frames.append(frame)
  }

  /// How many frames have a voice, or a tone, in them.
  func voiced(in range: Range<Int>) -> Int {
    frames[range.clamped(to: 0..<frames.count)].count { frame in
      frame.peaks.reduce(0) { $0 + $1.nonzeroBitCount } >= Self.harmonics
    }
  }

  /// How many peaks the frames have that have a frame to be compared with, and the share of those that stay.
  func persistence(in range: Range<Int>) -> (peaks: Int, share: Double) {
    let range = range.clamped(to: 0..<frames.count)
    guard range.count > Self.lag else { return (0, 0) }
    let loudest = frames[range].map(\.strongest).max() ?? 0
    var (peaks, staying) = (0, 0)
    for index in range.dropLast(Self.lag) where frames[index].strongest > loudest - Self.belowLoudest {
      for (now, later) in zip(frames[index].peaks, frames[index + Self.lag].peaks) {
        peaks += now.nonzeroBitCount
        staying += (now & later).nonzeroBitCount
      }
    }
    return (peaks, peaks == 0 ? 0 : Double(staying) / Double(peaks))
  }
}
