import VoiceTranslatorCore

/// Decodes one clip of whatever the server sent: MP3 as it arrives, other formats when they are complete.
final class SpeechDecoder {
  private enum Kind {
    /// Too few bytes came to tell.
    case unknown
    case mp3(MP3Decoder)
    case wave
    /// A format that libsndfile may read, by its name.
    case file(String)
  }
  /// What libsndfile reads of what ``WAVEError/guess(_:)`` knows.
  private static let files: Set = ["Ogg", "FLAC", "AIFF", "AU", "CAF"]
  /// So many bytes tell what it is.
  private static let told = 12

  private let rate: Int
  private var kind = Kind.unknown
  /// What came and isn't decoded yet.
  private var kept: [UInt8] = []

  /// The bytes are no audio that is known here.
  struct Unplayable: Error, Equatable {
    var found: String
  }

  /// A decoder to samples of `rate` Hz.
  init(rate: Int) { self.rate = rate }

  /// Decodes more bytes; what is ready is added to `samples`.
  func decode(_ bytes: [UInt8], into samples: inout [Int16]) throws(Unplayable) {
    switch kind {
    case .mp3(let decoder): try feed(bytes, to: decoder, &samples)
    case .wave, .file: kept += bytes
    case .unknown:
      kept += bytes
      if kept.count >= Self.told { try begin(&samples) }
    }
  }

  /// No bytes follow: adds the rest to `samples`.
  func finish(into samples: inout [Int16]) throws(Unplayable) {
    if case .unknown = kind { try begin(&samples) }
    switch kind {
    case .unknown: break
    case .mp3(let decoder):
      do throws(MP3Decoder.NotMP3) { try decoder.finish(into: &samples) } catch { throw notMP3 }
    case .wave:
      do throws(WAVEError) {
        let file = try WAVEFile(kept)
        samples += Resampler.resample(file.monoSamples(), from: file.rate, to: rate)
      } catch {
        throw Unplayable(found: "a damaged WAV")
      }
    case .file(let name):
      do throws(SoundFile.Unreadable) {
        let file = try SoundFile(kept)
        samples += Resampler.resample(file.mono, from: file.rate, to: rate)
      } catch {
        throw Unplayable(found: "\(name) that can't be read: \(error.reason)")
      }
    }
  }

  /// Looks what it is.
  private func begin(_ samples: inout [Int16]) throws(Unplayable) {
    guard !kept.isEmpty else { throw Unplayable(found: "nothing") }
    if kept.starts(with: Array("RIFF".utf8)) { return kind = .wave }
    let found = WAVEError.guess(kept)
    if let found, Self.files.contains(found) { return kind = .file(found) }
    if let found, found != "MP3" { throw Unplayable(found: found) }
    guard let decoder = MP3Decoder(rate: rate) else {
      throw Unplayable(found: "MP3, for which there is no memory")
    }
    kind = .mp3(decoder)
    let head = kept
    kept = []
    try feed(head, to: decoder, &samples)
  }

  private func feed(_ bytes: [UInt8], to decoder: MP3Decoder, _ samples: inout [Int16]) throws(Unplayable) {
    do throws(MP3Decoder.NotMP3) { try decoder.decode(bytes, into: &samples) } catch { throw notMP3 }
  }

  private var notMP3: Unplayable { Unplayable(found: "no MP3") }
}
