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

  /// What bytes are, by their first ones; nil: nobody can tell.
  static func guess(_ bytes: [UInt8]) -> String? {
    let kinds: [(String, String)] = [
      ("MP3", "ID3"), ("Ogg", "OggS"), ("FLAC", "fLaC"), ("AIFF", "FORM"), ("AU", ".snd"), ("CAF", "caff"),
      ("Matroska", "\u{1A}E"), ("AMR", "#!AMR"),
    ]
    if let kind = kinds.first(where: { bytes.starts(with: Array($0.1.utf8)) }) { return kind.0 }
    if bytes.dropFirst(4).starts(with: Array("ftyp".utf8)) { return "MP4" }
    // An MPEG audio frame begins with eleven set bits (ISO 11172-3 §2.4.1.3), then version and layer; layer 0 with
    // all bits of the version set is AAC (ISO 13818-7, ADTS).
    if bytes.count > 1, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 {
      return bytes[1] & 0xF6 == 0xF0 ? "AAC" : "MP3"
    }
    switch bytes.first(where: { !" \t\r\n\u{FEFF}".utf8.contains($0) }) {
    case UInt8(ascii: "<"): return "a web page"
    case UInt8(ascii: "{"), UInt8(ascii: "["): return "JSON"
    default: return nil
    }
  }
}
