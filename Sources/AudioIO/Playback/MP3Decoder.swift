import CMpg123

/// Decodes MP3 as it arrives to mono S16 at one rate (libmpg123's feed interface).
///
/// libmpg123 decodes at the stream's own rate and speexdsp resamples: libmpg123's own change of rate only repeats
/// samples. It never complains of bytes that are no MP3, so what has no frame in its first bytes is refused here.
public final class MP3Decoder {
  private let handle: OpaquePointer
  private let rate: Int
  private var resampler: Resampler?
  private var head: [UInt8] = []
  private var fed = 0
  private var hasFormat = false
  /// Where libmpg123 decodes to.
  private let decoded = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 16_384)

  /// Without a frame in so many bytes (after an ID3 tag) it is no MP3.
  private static let searched = 65_536

  /// A decoder to samples of `rate` Hz; nil when libmpg123 can't.
  public init?(rate: Int) {
    var error: Int32 = 0
    guard let handle = cmpg123_open(&error) else { return nil }
    self.handle = handle
    self.rate = rate
  }

  deinit {
    mpg123_delete(handle)
    decoded.deallocate()
  }

  /// The bytes are no MP3.
  public struct NotMP3: Error, Equatable, Sendable {}

  /// Decodes more bytes, adding the samples that are complete.
  public func decode(_ bytes: [UInt8], into samples: inout [Int16]) throws(NotMP3) {
    fed += bytes.count
    if head.count < Self.tagHeader { head += bytes.prefix(Self.tagHeader - head.count) }
    var count = step(bytes, &samples)
    while count > 0 { count = step([], &samples) }
    if !hasFormat && fed > Self.searched + tagLength { throw NotMP3() }
  }

  /// No bytes follow: it must have been MP3. Adds the last samples.
  public func finish(into samples: inout [Int16]) throws(NotMP3) {
    if !hasFormat { throw NotMP3() }
    if let resampler { samples += resampler.flush() }
  }

  /// How many seconds encoded speech lasts; nil when it is no MP3.
  public static func duration(of bytes: [UInt8]) -> Double? {
    let rate = 16_000
    var samples: [Int16] = []
    guard let decoder = MP3Decoder(rate: rate), (try? decoder.decode(bytes, into: &samples)) != nil,
      (try? decoder.finish(into: &samples)) != nil
    else { return nil }
    return Double(samples.count) / Double(rate)
  }

  /// One step of libmpg123; gives how many samples it made.
  private func step(_ bytes: [UInt8], _ samples: inout [Int16]) -> Int {
    var size = 0
    let status = mpg123_decode(handle, bytes, bytes.count, decoded.baseAddress, decoded.count * 2, &size)
    let own = UnsafeBufferPointer(rebasing: decoded[..<(size / 2)])
    if let resampler { resampler.process(own, adding: &samples) } else { samples += own }
    // A stream's first frame, and one of another rate, gives its format; decoding goes on with the next call.
    guard status == MPG123_NEW_FORMAT.rawValue else { return own.count }
    takeFormat(&samples)
    return own.count + step([], &samples)
  }

  /// Takes the stream's rate up; what was left at the rate before is added.
  private func takeFormat(_ samples: inout [Int16]) {
    var own = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    mpg123_getformat(handle, &own, &channels, &encoding)
    if let resampler { samples += resampler.flush() }
    resampler = own == rate ? nil : Resampler(from: own, to: rate)
    hasFormat = true
  }

  private static let tagHeader = 10

  /// Bytes of the ID3v2 tag before the sound (its pictures may be large): 7 bits a byte, without the header
  /// (id3.org, ID3v2.4 §3.1).
  private var tagLength: Int {
    guard head.count == Self.tagHeader, head.starts(with: Array("ID3".utf8)) else { return 0 }
    return head[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + Self.tagHeader
  }
}
