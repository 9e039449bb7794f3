import CALSA
import Glibc

/// The open playback device, on the playback thread.
final class Speaker {
  static let rate = 48_000
  private static let period = Duration.milliseconds(20)
  private static let buffer = Duration.milliseconds(160)
  /// A device that takes nothing for this long is lost.
  private static let longestStall = Duration.seconds(2)

  private let pcm: PCMHandle
  private let channels: Int
  let deviceRate: Int

  init(device: String) throws(AudioError) {
    pcm = try PCMHandle.open(device, .playback, rate: Self.rate, period: Self.period, buffer: Self.buffer)
    channels = Int(pcm.setup.channels)
    deviceRate = Int(pcm.setup.rate)
    guard pcm.setup.format == SND_PCM_FORMAT_S16_LE else {
      throw AudioError(
        .unsupportedFormat, .playback, device: device, detail: "the device takes no 16-bit samples")
    }
  }

  /// Writes mono samples; returns early, with false, when `isStopped` says so.
  func write(_ samples: [Int16], isStopped: () -> Bool) throws(AudioError) -> Bool {
    let frames = channels == 1 ? samples : samples.flatMap { [Int16](repeating: $0, count: channels) }
    var done = 0
    var lastProgress = ContinuousClock.now
    while done < samples.count {
      if isStopped() { return false }
      let piece = min(samples.count - done, deviceRate / 50)
      let count = frames[(done * channels)...].withUnsafeBytes { bytes in
        bytes.baseAddress.map { pcm.write($0, frames: piece) } ?? 0
      }
      if count > 0 {
        done += count
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
