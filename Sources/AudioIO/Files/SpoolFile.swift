import Glibc
import VoiceTranslatorCore

/// A recording on disk while it is made: a WAVE file whose header is right after every period, so that a crash or a
/// kill loses at most the period being written.
///
/// Not synced to the disk period by period: that would wear it out and stall; the kernel keeps what was written
/// when only the program dies.
final class SpoolFile {
  private let descriptor: Int32
  private let path: String
  private var samples = 0

  /// Why the file can't be made or has to be given up.
  struct Failure: Error {
    var reason: String
  }

  /// Makes a new file (mode 0600) with an empty recording.
  init(_ path: String) throws(Failure) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    self.path = path
    guard descriptor >= 0 else { throw Failure(reason: String(cString: strerror(errno))) }
    do throws(Failure) {
      try put(WAVEHeader.bytes(samples: 0), at: 0)
    } catch {
      // A full disk: no empty file is left behind.
      unlink(path)
      throw error
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Adds samples: first they, then the header that counts them.
  func append(_ new: [Int16]) throws(Failure) {
    try put(SpeechFormat.littleEndianBytes(new), at: WAVEHeader.size + samples * 2)
    samples += new.count
    try put(WAVEHeader.bytes(samples: samples), at: 0)
  }

  /// Forgets the recording.
  func remove() { unlink(path) }

  private func put(_ bytes: [UInt8], at offset: Int) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + done))
      }
      if count <= 0 {
        if count < 0 && errno == EINTR { continue }
        throw Failure(reason: String(cString: strerror(errno)))
      }
      done += count
    }
  }
}
