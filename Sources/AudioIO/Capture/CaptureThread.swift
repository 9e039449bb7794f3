import CALSA
import Glibc
import Synchronization
import VoiceTranslatorCore

/// The thread that owns the microphone: opens it, moves its samples into the ring, closes it.
///
/// While it runs it only copies: no lock, no allocation, no log. What is out of the ordinary (opened, failed, lost
/// samples) it tells through `tell`.
final class CaptureThread: Sendable {
  /// What the thread tells.
  enum News: Sendable {
    /// The device, by its id, gives samples; it was closed on purpose.
    case opened(String), closed(String)
    /// About so many samples were lost.
    case gap(Int)
    case failed(AudioError)
  }

  /// No sample for this long means that the device is lost, whatever it says.
  private static let longestSilence = Duration.seconds(1)
  private static let firstPause = Duration.milliseconds(250)
  private static let period = Duration.milliseconds(20)
  private static let buffer = Duration.milliseconds(400)
  /// How often the device is read while nobody records: what it gives meanwhile waits in its buffer.
  private static let idlePeriod = Duration.milliseconds(125)
  /// So many samples may wait in the ring while nobody records.
  private static let idleSamples = SpeechFormat.sampleRate / 2

  let ring = SampleRing(capacity: 1 << 17)
  let level = LevelCell()
  /// When the newest sample in the ring was captured, by ``MonotonicTime``.
  let newest = Atomic<Int64>(0)
  /// What was given since somebody began to record.
  let meter = SignalMeter()
  private let chosen: Mutex<String>
  /// Another device was chosen: this one is closed.
  private let changed = Atomic(false)
  private let hasSamples: Semaphore
  private let tell: @Sendable (News) -> Void
  private let wanted = Atomic(false)
  private let stopped = Atomic(false)
  private let awaited = Atomic(false)
  private let asked = Atomic(false)
  private let giving = Atomic(false)
  private let wakeUp = Semaphore()
  private let thread = AudioThread()

  /// `hasSamples` is posted after each period while somebody records, and now and then otherwise.
  init(device: String, hasSamples: Semaphore, tell: @escaping @Sendable (News) -> Void) {
    chosen = Mutex(device)
    self.hasSamples = hasSamples
    self.tell = tell
  }

  func start(onStart: @escaping @Sendable () -> Void) -> Bool {
    thread.start(name: "capture") { [self] in
      onStart()
      run()
    }
  }

  /// Whether the device is to be open.
  func want(_ isWanted: Bool) {
    wanted.store(isWanted, ordering: .releasing)
    wakeUp.post()
  }

  /// Uses another device from now on.
  func use(_ device: String) {
    chosen.withLock { $0 = device }
    changed.store(true, ordering: .releasing)
    asked.store(true, ordering: .releasing)
    wakeUp.post()
  }

  /// The device that is used.
  var device: String { chosen.withLock { $0 } }

  /// Somebody records from now on: the device is opened and read at once, and a failure told even if it is known.
  func attend() {
    meter.reset()
    asked.store(true, ordering: .releasing)
    awaited.store(true, ordering: .releasing)
    want(true)
  }

  /// Nobody records any more.
  func relax() { awaited.store(false, ordering: .releasing) }

  /// Ends the thread; one that hangs in its device is left behind.
  func stop() {
    stopped.store(true, ordering: .releasing)
    wakeUp.post()
    thread.waitForEnd(within: .milliseconds(400))
  }

  /// The device is open and gives samples.
  var isGiving: Bool { giving.load(ordering: .acquiring) }

  private var isStopped: Bool { stopped.load(ordering: .acquiring) }
  private var isWanted: Bool { wanted.load(ordering: .acquiring) }

  private func run() {
    var pause = Self.firstPause
    var told: AudioError?
    while !isStopped {
      guard isWanted else {
        wakeUp.wait(for: .seconds(3600))
        continue
      }
      if asked.exchange(false, ordering: .acquiringAndReleasing) { (pause, told) = (Self.firstPause, nil) }
      let trouble = useDevice(known: told)
      told = trouble
      guard trouble != nil else { continue }
      wakeUp.wait(for: pause)
      pause = min(pause * 2, .seconds(2))
    }
  }

  /// Opens the device and reads it until it isn't wanted any more; gives what made it end before.
  private func useDevice(known: AudioError?) -> AudioError? {
    changed.store(false, ordering: .releasing)
    let device = device
    do throws(AudioError) {
      let pcm = try PCMHandle.open(device, .capture, rate: 16_000, period: Self.period, buffer: Self.buffer)
      let status = pcm.start()
      guard status >= 0 else { throw AudioError(opening: device, .capture, status: Int32(status)) }
      var hasGiven = false
      let loss = capture(pcm, device) {
        // Open is what gives samples, not what could be opened.
        hasGiven = true
        giving.store(true, ordering: .releasing)
        tell(.opened(device))
      }
      giving.store(false, ordering: .releasing)
      level.value = .silence
      // Told before the device is closed: that can take for ever when the sound server is frozen.
      if let loss { if hasGiven || loss != known { tell(.failed(loss)) } } else { tell(.closed(device)) }
      return loss
    } catch {
      // The same trouble again is no news.
      if error != known { tell(.failed(error)) }
      return error
    }
  }

  /// Reads until the device isn't wanted any more; gives an error when it is lost.
  private func capture(_ pcm: borrowing PCMHandle, _ device: String, onFirst: () -> Void) -> AudioError? {
    let frames = max(Int(pcm.setup.period), 64)
    let converter = SpeechConverter(pcm.setup, frames: frames)
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: frames * converter.frameSize, alignment: 8)
    defer { buffer.deallocate() }
    var lastData = ContinuousClock.now
    var isFirst = true
    let idlePeriod = min(Self.idlePeriod, pcm.bufferTime / 3)
    while !isStopped && isWanted && !changed.load(ordering: .acquiring) {
      let isAwaited = awaited.load(ordering: .acquiring)
      var ready = 0
      // A press ends the sleep.
      if isAwaited || isFirst { ready = pcm.wait(.milliseconds(100)) } else { wakeUp.wait(for: idlePeriod) }
      var count = 0
      // Everything there is, whatever the wait said: one period a time would fall behind.
      repeat {
        count = pcm.read(buffer, frames: frames)
        guard count > 0 else { break }
        lastData = .now
        if isFirst { onFirst() }
        isFirst = false
        let samples = converter.convert(buffer, frames: count)
        let measured = Level(samples)
        level.value = measured
        meter.add(samples.count, measured, clipped: converter.clipped)
        // What still waits in the device is newer.
        let waiting = MonotonicTime.nanoseconds(of: max(0, pcm.delay()), rate: Int(pcm.setup.rate))
        newest.store(MonotonicTime.now - waiting, ordering: .releasing)
        let lost = ring.write(samples)
        if lost > 0 { tell(.gap(lost)) }
      } while !isStopped
      if isAwaited || ring.count > Self.idleSamples { hasSamples.post() }
      if count < 0 && count != -Int(EAGAIN) {
        guard pcm.recover(from: count) else { return AudioError(lost: device, .capture, status: count) }
        // Everything before was read; the clock knows how much was not.
        tell(.gap(SpeechFormat.samples(in: ContinuousClock.now - lastData)))
      } else if ContinuousClock.now - lastData > Self.longestSilence {
        return AudioError(lost: device, .capture, status: -Int(ETIMEDOUT))
      } else if ready < 0 || ContinuousClock.now - lastData > .milliseconds(200) {
        // A dead server makes the wait return at once, again and again.
        usleep(5_000)
      }
    }
    return nil
  }
}
