import VoiceTranslatorCore

/// Decodes one clip of whatever the server sent: MP3 as it arrives, WAV when it is complete.
final class SpeechDecoder {
  private let rate: Int
  private var mp3: MP3Decoder?
  private var wave: [UInt8]?
  private var head: [UInt8] = []

  /// The bytes are no audio that is known here.
  struct Unplayable: Error, Equatable {
    var found: String
  }

  init(rate: Int) { self.rate = rate }

  func decode(_ bytes: [UInt8]) throws(Unplayable) -> [Int16] {
    if wave != nil {
      wave? += bytes
      return []
    }
    if mp3 == nil {
      head += bytes
      guard head.count >= 4 else { return [] }
      if head.starts(with: Array("RIFF".utf8)) {
        wave = head
        return []
      }
      if let found = WAVEError.guess(head), found != "MP3" { throw Unplayable(found: found) }
      mp3 = MP3Decoder(rate: rate)
      return try feed(head)
    }
    return try feed(bytes)
  }

  /// No bytes follow: gives the rest.
  func finish() throws(Unplayable) -> [Int16] {
    if let wave {
      do throws(WAVEError) {
        let file = try WAVEFile(wave)
        return Resampler.resample(file.monoSamples(), from: file.rate, to: rate)
      } catch {
        throw Unplayable(found: "a damaged WAV")
      }
    }
    guard let mp3 else { throw Unplayable(found: head.isEmpty ? "nothing" : "\(head.count) bytes") }
    do throws(MP3Decoder.NotMP3) { return try mp3.finish() } catch { throw Unplayable(found: "no MP3") }
  }

  private func feed(_ bytes: [UInt8]) throws(Unplayable) -> [Int16] {
    do throws(MP3Decoder.NotMP3) {
      return try mp3?.decode(bytes) ?? []
    } catch {
      throw Unplayable(found: "no MP3")
    }
  }
}
