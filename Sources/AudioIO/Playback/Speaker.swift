import CALSA
import Glibc
import VoiceTranslatorCore

/// The open playback device, on the playback thread. Writing allocates nothing.
final class Speaker {
  private static let wishedRate = 48_000
  private static let period = Duration.milliseconds(20)
  private static let buffer = Duration.milliseconds(160)
  /// A device that takes nothing for this long is lost.
  private static let longestStall = Duration.seconds(2)

  private let pcm: PCMHandle
  private let encoder: FrameEncoder
  private let controls: PlaybackControls
  private let echo: EchoPath
  /// Makes the echo canceller's reference, where there is one.
  private let reference: Resampler?
  private let referenceSamples: UnsafeMutableBufferPointer<Int16>
  /// Samples per second that the device takes.
  let rate: Int
  /// Samples of a piece that is written at once: 20 ms.
  private let piece: Int

  /// Opens a device.
  init(device: String, _ controls: PlaybackControls, _ echo: EchoPath) throws(AudioError) {
    pcm = try PCMHandle.open(
      device, .playback, rate: Self.wishedRate, period: Self.period, buffer: Self.buffer)
    rate = Int(pcm.setup.rate)
    piece = max(1, rate / 50)
    encoder = FrameEncoder(channels: Int(pcm.setup.channels), format: pcm.setup.format, count: piece)
    self.controls = controls
    self.echo = echo
    reference = echo.keepsReference ? Resampler(from: rate, to: SpeechFormat.sampleRate) : nil
    referenceSamples = .allocate(capacity: reference?.bound(piece) ?? 1)
  }

  deinit { referenceSamples.deallocate() }

  /// Writes mono samples from `place` on and moves it; returns early, with false, when `isStopped` says so.
  func write(
    _ samples: UnsafeBufferPointer<Int16>, from place: inout Int, isStopped: () -> Bool
  ) throws(AudioError) -> Bool {
    var lastProgress = MonotonicTime.now
    while place < samples.count {
      if isStopped() { return false }
      if controls.isPaused {
        // What is in the device is still heard; it runs empty, and is prepared again with the next period.
        usleep(10_000)
        lastProgress = MonotonicTime.now
        continue
      }
      let part = UnsafeBufferPointer(rebasing: samples[place..<min(place + piece, samples.count)])
      encoder.encode(part, gain: controls.gain)
      let count = pcm.write(encoder.frames, frames: part.count)
      if count > 0 {
        tellEcho(of: UnsafeBufferPointer(rebasing: part[..<count]))
        place += count
        lastProgress = MonotonicTime.now
      } else if count == -Int(EAGAIN) || count == 0 {
        if MonotonicTime.now - lastProgress > Int64(Self.longestStall / .nanoseconds(1)) {
          throw lost(-Int(ETIMEDOUT))
        }
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

  /// Stops at once.
  func drop() {
    pcm.drop()
    echo.isHeard(until: MonotonicTime.now)
  }

  private func tellEcho(of samples: UnsafeBufferPointer<Int16>) {
    let end = MonotonicTime.now + MonotonicTime.nanoseconds(of: max(0, pcm.delay()), rate: rate)
    echo.isHeard(until: end)
    guard let reference else { return }
    let count = reference.process(samples, into: referenceSamples)
    echo.play(
      UnsafeBufferPointer(rebasing: referenceSamples[..<count]),
      at: end - MonotonicTime.nanoseconds(of: samples.count, rate: rate))
  }

  private func lost(_ status: Int) -> AudioError { AudioError(lost: pcm.name, .playback, status: status) }
}
