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
    // At full scale a sample is 1 here. Formats of floating point may go beyond, which is cut off.
    mono = (0..<sound.frames).map { frame in
      let sum = (0..<channels).reduce(Float(0)) { $0 + samples[frame * channels + $1] }
      let mean = sum / Float(channels) * 32_768
      return mean.isNaN ? 0 : Int16(min(max(mean.rounded(), -32_768), 32_767))
    }
  }
}
