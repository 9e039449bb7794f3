import CMpg123

/// Decodes encoded speech as it arrives: MP3 to mono S16 at one rate (libmpg123's feed interface).
///
/// libmpg123 never complains of bytes that are no MP3, so what has no frame in its first bytes is refused here.
public final class MP3Decoder {
  private let handle: OpaquePointer
  private var fed = 0
  private var hasFormat = false

  /// Without a frame in so many bytes it is no MP3.
  private static let searched = 65_536

  /// A decoder to samples of `rate` Hz; nil when libmpg123 can't.
  public init?(rate: Int) {
    var error: Int32 = 0
    guard let handle = cmpg123_open(rate, &error) else { return nil }
    self.handle = handle
  }

  deinit { mpg123_delete(handle) }

  /// The bytes are no MP3.
  public struct NotMP3: Error, Equatable, Sendable {}

  /// Decodes more bytes; gives the samples that are complete.
  public func decode(_ bytes: some Collection<UInt8>) throws(NotMP3) -> [Int16] {
    let bytes = Array(bytes)
    fed += bytes.count
    var samples = step(bytes)
    while case let more = step([]), !more.isEmpty { samples += more }
    if !hasFormat && fed > Self.searched { throw NotMP3() }
    return samples
  }

  /// No bytes follow: it must have been MP3.
  public func finish() throws(NotMP3) { if !hasFormat { throw NotMP3() } }

  /// How many seconds encoded speech lasts; nil when it is no MP3.
  public static func duration(of bytes: [UInt8]) -> Double? {
    guard let decoder = MP3Decoder(rate: 16_000), let samples = try? decoder.decode(bytes), decoder.hasFormat
    else { return nil }
    return Double(samples.count) / 16_000
  }

  private func step(_ bytes: [UInt8]) -> [Int16] {
    var buffer = [Int16](repeating: 0, count: 16_384)
    var done = 0
    let status = buffer.withUnsafeMutableBytes { output in
      mpg123_decode(handle, bytes, bytes.count, output.baseAddress, output.count, &done)
    }
    // The first status of a stream that has a frame is its format; decoding goes on with the next call.
    if status == MPG123_NEW_FORMAT.rawValue {
      hasFormat = true
      if done == 0 { return step([]) }
    }
    return Array(buffer.prefix(done / 2))
  }
}
