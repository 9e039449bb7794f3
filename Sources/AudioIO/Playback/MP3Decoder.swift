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

  /// Without a frame in so many bytes (after an ID3 tag) it is no MP3.
  private static let searched = 65_536

  /// A decoder to samples of `rate` Hz; nil when libmpg123 can't.
  public init?(rate: Int) {
    var error: Int32 = 0
    guard let handle = cmpg123_open(&error) else { return nil }
    self.handle = handle
    self.rate = rate
  }

  deinit { mpg123_delete(handle) }

  /// The bytes are no MP3.
  public struct NotMP3: Error, Equatable, Sendable {}

  /// Decodes more bytes; gives the samples that are complete.
  public func decode(_ bytes: some Collection<UInt8>) throws(NotMP3) -> [Int16] {
    let bytes = Array(bytes)
    fed += bytes.count
    head += bytes.prefix(Self.tagHeader - head.count)
    var samples = step(bytes)
    while case let more = step([]), !more.isEmpty { samples += more }
    if !hasFormat && fed > Self.searched + tagLength { throw NotMP3() }
    return samples
  }

  /// No bytes follow: it must have been MP3. Gives the last samples.
  public func finish() throws(NotMP3) -> [Int16] {
    if !hasFormat { throw NotMP3() }
    return resampler?.flush() ?? []
  }

  /// How many seconds encoded speech lasts; nil when it is no MP3.
  public static func duration(of bytes: [UInt8]) -> Double? {
    guard let decoder = MP3Decoder(rate: 16_000), let samples = try? decoder.decode(bytes),
      let rest = try? decoder.finish()
    else { return nil }
    return Double(samples.count + rest.count) / 16_000
  }

  private func step(_ bytes: [UInt8]) -> [Int16] {
    var buffer = [Int16](repeating: 0, count: 16_384)
    var done = 0
    let status = buffer.withUnsafeMutableBytes { output in
      mpg123_decode(handle, bytes, bytes.count, output.baseAddress, output.count, &done)
    }
    let own = Array(buffer.prefix(done / 2))
    let samples = resampler?.process(own) ?? own
    // A stream's first frame, and one of another rate, gives its format; decoding goes on with the next call.
    return status == MPG123_NEW_FORMAT.rawValue ? samples + takeFormat() + step([]) : samples
  }

  /// Takes the stream's rate up; gives what was left at the rate before.
  private func takeFormat() -> [Int16] {
    var own = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    mpg123_getformat(handle, &own, &channels, &encoding)
    let rest = resampler?.flush() ?? []
    resampler = own == rate ? nil : Resampler(from: own, to: rate)
    hasFormat = true
    return rest
  }

  private static let tagHeader = 10

  /// Bytes of the ID3v2 tag before the sound (its pictures may be large): 7 bits a byte, without the header
  /// (id3.org, ID3v2.4 §3.1).
  private var tagLength: Int {
    guard head.count == Self.tagHeader, head.starts(with: Array("ID3".utf8)) else { return 0 }
    return head[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + Self.tagHeader
  }
}
