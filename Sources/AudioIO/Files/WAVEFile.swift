import VoiceTranslatorCore

/// A WAVE recording of any rate, width and channel count.
///
/// Source: Microsoft's RIFF and "Multiple channel audio data and WAVE files" for the extensible format.
public struct WAVEFile: Sendable {
  /// Samples per second.
  public let rate: Int
  /// Channels.
  public let channels: Int
  /// The file ends before its header says.
  public let isTruncated: Bool
  private let encoding: Encoding
  private let data: ArraySlice<UInt8>

  private enum Encoding {
    case unsigned8
    case signed(bytes: Int)
    case float32, float64
    case aLaw, muLaw

    var width: Int {
      switch self {
      case .unsigned8, .aLaw, .muLaw: 1
      case .signed(let bytes): bytes
      case .float32: 4
      case .float64: 8
      }
    }
  }

  /// Sizes from here on are what programs write that don't know: sox 0x7FFFF000, arecord 0x80000000, ffmpeg and
  /// others the greatest number.
  private static let unknownSize = 0x7FFF_F000 - 36

  /// Reads a file's bytes. A size that is unknown (0 or very great, as streams have it) means to the end.
  public init(_ bytes: [UInt8]) throws(WAVEError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)),
      Array(bytes[8..<12]) == Array("WAVE".utf8)
    else {
      throw .notAWAVE(found: WAVEError.guess(bytes))
    }
    var format: ArraySlice<UInt8>?
    var position = 12
    while position + 8 <= bytes.count {
      let id = String(decoding: bytes[position..<position + 4], as: UTF8.self)
      let size = Int(bytes.little32(position + 4))
      let start = position + 8
      let isOpenEnded = id == "data" && (size >= Self.unknownSize || size == 0 && bytes.little32(4) <= 36)
      let end = isOpenEnded ? bytes.count : min(start + size, bytes.count)
      if id == "fmt " { format = bytes[start..<end] }
      if id == "data" {
        guard let format else { throw .damaged("its format is missing") }
        (rate, channels, encoding) = try Self.read(format: Array(format))
        data = bytes[start..<end]
        isTruncated = !isOpenEnded && start + size > bytes.count
        guard !data.isEmpty else { throw .empty }
        return
      }
      position = start + size + size & 1
    }
    throw (format?.count ?? 0) < 16 ? .damaged("it ends within its header") : .empty
  }

  private static func read(format: [UInt8]) throws(WAVEError) -> (Int, Int, Encoding) {
    guard format.count >= 16 else { throw .damaged("its format is cut short") }
    var tag = format.little16(0)
    let channels = Int(format.little16(2))
    let rate = Int(format.little32(4))
    let bits = Int(format.little16(14))
    // The extensible format names the real one in its GUID's first bytes.
    if tag == 0xFFFE, format.count >= 26 { tag = format.little16(24) }
    guard (1...32).contains(channels), (1_000...768_000).contains(rate) else {
      throw .damaged("it claims \(channels) channels at \(rate) Hz")
    }
    let encoding: Encoding? =
      switch (tag, bits) {
      case (1, 8): .unsigned8
      case (1, 16), (1, 24), (1, 32): .signed(bytes: bits / 8)
      case (3, 32): .float32
      case (3, 64): .float64
      case (6, 8): .aLaw
      case (7, 8): .muLaw
      default: nil
      }
    guard let encoding else { throw .unsupported(tag: Int(tag), bits: bits) }
    return (rate, channels, encoding)
  }

  /// The channels' average, at the file's own rate.
  public func monoSamples() -> [Int16] {
    let width = encoding.width
    let frame = width * channels
    let count = data.count / frame
    var samples = [Int16]()
    samples.reserveCapacity(count)
    data.withUnsafeBytes { bytes in
      for index in 0..<count {
        var sum = 0
        for channel in 0..<channels { sum += sample(bytes, index * frame + channel * width) }
        samples.append(Int16(clamping: sum / channels))
      }
    }
    return samples
  }

  /// The recording as the recogniser takes it: 16 kHz mono.
  public func speechSamples() -> [Int16] {
    Resampler.resample(monoSamples(), from: rate, to: SpeechFormat.sampleRate)
  }

  private func sample(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
    switch encoding {
    case .unsigned8: (Int(bytes[offset]) - 128) << 8
    case .signed(let width):
      Int(Int8(bitPattern: bytes[offset + width - 1])) << 8 | Int(bytes[offset + width - 2])
    case .float32: Self.scaled(Double(bytes.loadUnaligned(fromByteOffset: offset, as: Float.self)))
    case .float64: Self.scaled(bytes.loadUnaligned(fromByteOffset: offset, as: Double.self))
    case .aLaw: G711.aLaw(bytes[offset])
    case .muLaw: G711.muLaw(bytes[offset])
    }
  }

  private static func scaled(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(max(-1, min(1, value)) * 32_767)
  }
}

/// Companded telephone samples (ITU-T G.711).
enum G711 {
  static func muLaw(_ byte: UInt8) -> Int {
    let code = ~byte
    let magnitude = ((Int(code & 0x0F) << 3) + 0x84) << Int(code >> 4 & 7)
    return code & 0x80 != 0 ? 0x84 - magnitude : magnitude - 0x84
  }

  static func aLaw(_ byte: UInt8) -> Int {
    let code = byte ^ 0x55
    let exponent = Int(code >> 4 & 7)
    let mantissa = Int(code & 0x0F) << 4 | 8
    let magnitude = exponent == 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
    return code & 0x80 != 0 ? magnitude : -magnitude
  }
}

extension [UInt8] {
  func little16(_ offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }
  func little32(_ offset: Int) -> UInt32 { UInt32(little16(offset)) | UInt32(little16(offset + 2)) << 16 }
}
