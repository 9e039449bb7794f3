import CALSA
import Glibc

/// An open ALSA device. One thread opens, uses and closes it.
struct PCMHandle: ~Copyable {
  private let raw: OpaquePointer
  let setup: calsa_setup
  let name: String
  let direction: AudioError.Direction

  /// Opens without blocking, as near as the device gets to the format wished.
  static func open(
    _ name: String, _ direction: AudioError.Direction, rate: Int, period: Duration, buffer: Duration
  ) throws(AudioError) -> PCMHandle {
    calsa_silence()
    var raw: OpaquePointer?
    var setup = calsa_setup()
    let status = calsa_open(
      name, direction == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK, UInt32(rate), 1,
      UInt32(period / .microseconds(1)), UInt32(buffer / .microseconds(1)), &raw, &setup)
    guard status >= 0, let raw else { throw AudioError(opening: name, direction, status: status) }
    return PCMHandle(raw: raw, setup: setup, name: name, direction: direction)
  }

  private init(raw: OpaquePointer, setup: calsa_setup, name: String, direction: AudioError.Direction) {
    self.raw = raw
    self.setup = setup
    self.name = name
    self.direction = direction
  }

  deinit { snd_pcm_close(raw) }

  /// Capture starts; playback starts by itself with its first period.
  func start() -> Int { Int(snd_pcm_start(raw)) }

  /// Waits until there is something to do (1), the time is over or the wake-up meant nothing (0); negative: the
  /// device's error.
  func wait(_ limit: Duration) -> Int { Int(calsa_wait(raw, Int32(limit / .milliseconds(1)))) }

  /// Frames read, or a negative error number (`-EAGAIN`: nothing now).
  func read(_ buffer: UnsafeMutableRawPointer, frames: Int) -> Int {
    snd_pcm_readi(raw, buffer, snd_pcm_uframes_t(frames))
  }

  /// Frames written, or a negative error number (`-EAGAIN`: no room now).
  func write(_ buffer: UnsafeRawPointer, frames: Int) -> Int {
    snd_pcm_writei(raw, buffer, snd_pcm_uframes_t(frames))
  }

  /// Frames until what is written now is heard; negative: an error, 0: all was.
  func delay() -> Int {
    var frames: snd_pcm_sframes_t = 0
    let status = snd_pcm_delay(raw, &frames)
    return status < 0 ? Int(status) : frames
  }

  /// How much the device's buffer holds.
  var bufferTime: Duration { .microseconds(Int64(setup.buffer) * 1_000_000 / Int64(max(setup.rate, 1))) }

  var isRunning: Bool { snd_pcm_state(raw) == SND_PCM_STATE_RUNNING }

  /// Stops at once.
  func drop() { snd_pcm_drop(raw) }

  /// Brings the device back after an xrun or a suspend. False: it is lost.
  func recover(from status: Int) -> Bool {
    switch Int32(-status) {
    case EPIPE: break
    case ESTRPIPE:
      if snd_pcm_resume(raw) == 0 { return true }
    default: return false
    }
    guard snd_pcm_prepare(raw) == 0 else { return false }
    // Capture doesn't start again by itself.
    return direction == .playback || snd_pcm_start(raw) == 0
  }
}

extension AudioError {
  /// What a negative error number at opening means.
  init(opening device: String, _ direction: Direction, status: Int32) {
    let kind: Kind =
      switch -status {
      case ENOENT, ENODEV, ENXIO: .deviceNotFound
      case EBUSY: .deviceBusy
      case EACCES, EPERM: .permissionDenied
      case EINVAL: .unsupportedFormat
      case ECONNREFUSED: .serviceUnavailable
      default: .failed
      }
    let words = String(cString: calsa_words())
    self.init(
      kind, direction, device: device, code: -status,
      detail: words.isEmpty ? String(cString: snd_strerror(status)) : words)
  }

  /// A device that worked and now doesn't.
  init(lost device: String, _ direction: Direction, status: Int) {
    self.init(
      .deviceLost, direction, device: device, code: Int32(-status),
      detail: String(cString: snd_strerror(Int32(status))))
  }
}
