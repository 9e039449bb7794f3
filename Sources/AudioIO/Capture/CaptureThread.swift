import CALSA
import Glibc
import Synchronization

/// The thread that owns the microphone: opens it, moves its samples into the ring, closes it.
///
/// While it runs it only copies: no lock, no allocation, no log. What is out of the ordinary (opened, failed, lost
/// samples) it tells through `tell`.
final class CaptureThread: Sendable {
  /// What the thread tells.
  enum News: Sendable {
    case opened, closed, gap
    case failed(AudioError)
  }

  /// No sample for this long means that the device is lost, whatever it says.
  private static let longestSilence = Duration.seconds(1)
  private static let period = Duration.milliseconds(20)
  private static let buffer = Duration.milliseconds(400)

  let ring = SampleRing(capacity: 1 << 17)
  let level = LevelCell()
  private let device: String
  private let hasSamples: Semaphore
  private let tell: @Sendable (News) -> Void
  private let wanted = Atomic(false)
  private let stopped = Atomic(false)
  private let giving = Atomic(false)
  private let wakeUp = Semaphore()
  private let thread = AudioThread()

  /// `hasSamples` is posted after each piece that went into the ring.
  init(device: String, hasSamples: Semaphore, tell: @escaping @Sendable (News) -> Void) {
    self.device = device
    self.hasSamples = hasSamples
    self.tell = tell
  }

  func start(onStart: @escaping @Sendable () -> Void) -> Bool {
    thread.start { [self] in
      onStart()
      run()
    }
  }

  /// Whether the device is to be open.
  func want(_ isWanted: Bool) {
    wanted.store(isWanted, ordering: .releasing)
    wakeUp.post()
  }

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
    var pause = Duration.milliseconds(250)
    var told: AudioError?
    while !isStopped {
      guard isWanted else {
        wakeUp.wait(for: .seconds(3600))
        continue
      }
      do throws(AudioError) {
        let pcm = try PCMHandle.open(
          device, .capture, rate: 16_000, period: Self.period, buffer: Self.buffer)
        let status = pcm.start()
        guard status >= 0 else { throw AudioError(opening: device, .capture, status: Int32(status)) }
        try capture(pcm) {
          // Open is what gives samples, not what could be opened.
          pause = .milliseconds(250)
          told = nil
          giving.store(true, ordering: .releasing)
          tell(.opened)
        }
        end()
        tell(.closed)
      } catch {
        end()
        // The same trouble again is no news.
        if told != error { tell(.failed(error)) }
        told = error
        wakeUp.wait(for: pause)
        pause = min(pause * 2, .seconds(2))
      }
    }
  }

  private func end() {
    giving.store(false, ordering: .releasing)
    level.value = .silence
  }

  /// Reads until the device isn't wanted any more; throws when it is lost.
  private func capture(_ pcm: borrowing PCMHandle, onFirst: () -> Void) throws(AudioError) {
    let frames = max(Int(pcm.setup.period), 64)
    let converter = SpeechConverter(pcm.setup, frames: frames)
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: frames * converter.frameSize, alignment: 8)
    defer { buffer.deallocate() }
    var lastData = ContinuousClock.now
    var isFirst = true
    while !isStopped && isWanted {
      let ready = pcm.wait(.milliseconds(100))
      var count = 0
      // Everything there is, whatever the wait said: one period a time would fall behind.
      repeat {
        count = pcm.read(buffer, frames: frames)
        guard count > 0 else { break }
        lastData = .now
        if isFirst { onFirst() }
        isFirst = false
        let samples = converter.convert(buffer, frames: count)
        level.value = Level(samples)
        if ring.write(samples) > 0 { tell(.gap) }
        hasSamples.post()
      } while !isStopped
      if count < 0 && count != -Int(EAGAIN) {
        guard pcm.recover(from: count) else { throw AudioError(lost: device, .capture, status: count) }
        tell(.gap)
      } else if ContinuousClock.now - lastData > Self.longestSilence {
        throw AudioError(lost: device, .capture, status: -Int(ETIMEDOUT))
      } else if ready < 0 || ContinuousClock.now - lastData > .milliseconds(200) {
        // A dead server makes the wait return at once, again and again.
        usleep(5_000)
      }
    }
  }
}
