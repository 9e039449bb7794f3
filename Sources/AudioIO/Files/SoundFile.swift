import CSndFile
import Glibc

/// A sound file of any format that libsndfile reads: Ogg Vorbis and Opus, FLAC, AIFF, AU, CAF and more.
struct SoundFile {
  /// Frames a second.
  let rate: Int
  /// The mean of all channels.
  let mono: [Int16]

  /// libsndfile doesn't read it; its own words.
  struct Unreadable: Error, Equatable {
    var reason: String
  }

  /// Decodes a whole file.
  init(_ bytes: [UInt8]) throws(Unreadable) {
    var sound = csndfile_sound()
    let status = bytes.withUnsafeBytes { csndfile_decode($0.baseAddress, $0.count, &sound) }
    defer { free(sound.samples) }
    guard status == 0 else { throw Unreadable(reason: String(cString: csndfile_reason(status))) }
    guard let samples = sound.samples, sound.frames > 0 else { throw Unreadable(reason: "it holds no sound") }
    let channels = Int(sound.channels)
    rate = Int(sound.rate)
    mono = (0..<sound.frames).map { frame in
      Int16(clamping: (0..<channels).reduce(0) { $0 + Int(samples[frame * channels + $1]) } / channels)
    }
  }
}
