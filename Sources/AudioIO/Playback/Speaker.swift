import CALSA
import Glibc

/// The open playback device, on the playback thread.
final class Speaker {
  private static let wishedRate = 48_000
  private static let period = Duration.milliseconds(20)
  private static let buffer = Duration.milliseconds(160)
  /// A device that takes nothing for this long is lost.
  private static let longestStall = Duration.seconds(2)

  private let pcm: PCMHandle
  private let encoder: FrameEncoder
  /// Samples per second that the device takes.
  let rate: Int

  /// Opens a device.
  init(device: String) throws(AudioError) {
    pcm = try PCMHandle.open(
      device, .playback, rate: Self.wishedRate, period: Self.period, buffer: Self.buffer)
    encoder = FrameEncoder(channels: Int(pcm.setup.channels), format: pcm.setup.format)
    rate = Int(pcm.setup.rate)
  }

  /// Writes mono samples and takes them out of `samples`; returns early, with false, when `isStopped` says so.
  func write(_ samples: inout ArraySlice<Int16>, isStopped: () -> Bool) throws(AudioError) -> Bool {
    var lastProgress = ContinuousClock.now
    while !samples.isEmpty {
      if isStopped() { return false }
      let piece = samples.prefix(rate / 50)
      let count = encoder.encode(piece).withUnsafeBytes { bytes in
        bytes.baseAddress.map { pcm.write($0, frames: piece.count) } ?? 0
      }
      if count > 0 {
        samples = samples.dropFirst(count)
        lastProgress = .now
      } else if count == -Int(EAGAIN) || count == 0 {
        if ContinuousClock.now - lastProgress > Self.longestStall { throw lost(-Int(ETIMEDOUT)) }
        if pcm.wait(.milliseconds(50)) <= 0 { usleep(5_000) }
      } else if !pcm.recover(from: count) {
        throw lost(count)
      }
    }
    return true
  }

  /// Waits until what was written was heard; returns early, with false, when `isStopped` says so.
  func drain(isStopped: () -> Bool) -> Bool {
    // What is shorter than a period has not started by itself; an error here shows in the delay.
    if !pcm.isRunning { _ = pcm.start() }
    let deadline = ContinuousClock.now + Self.buffer * 4
    while ContinuousClock.now < deadline, pcm.isRunning, pcm.delay() > 0 {
      if isStopped() { return false }
      usleep(5_000)
    }
    return true
  }

  func drop() { pcm.drop() }

  private func lost(_ status: Int) -> AudioError { AudioError(lost: pcm.name, .playback, status: status) }
}
