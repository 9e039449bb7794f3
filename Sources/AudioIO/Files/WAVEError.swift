/// Why a file can't be read as a WAVE recording.
public enum WAVEError: Error, Sendable, Equatable {
  /// There is not one sample in it.
  case empty
  /// It is something else; in words, if it can be told.
  case notAWAVE(found: String?)
  /// A WAVE file that contradicts itself.
  case damaged(String)
  /// An encoding that isn't read here: its format tag and bits per sample.
  case unsupported(tag: Int, bits: Int)

  /// What bytes are, by their first ones.
  static func guess(_ bytes: [UInt8]) -> String? {
    let kinds: [(String, [UInt8])] = [
      ("MP3", Array("ID3".utf8)), ("Ogg", Array("OggS".utf8)), ("FLAC", Array("fLaC".utf8)),
      ("a web page", Array("<".utf8)), ("JSON", Array("{".utf8)), ("AIFF", Array("FORM".utf8)),
    ]
    if let kind = kinds.first(where: { bytes.starts(with: $0.1) }) { return kind.0 }
    // An MPEG audio frame begins with eleven set bits.
    if bytes.count > 1, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 { return "MP3" }
    return nil
  }
}
