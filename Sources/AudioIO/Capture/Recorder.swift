import Synchronization
public import VoiceTranslatorCore

/// Records utterances from the microphone, with what was said just before the key went down.
///
/// Two threads: the device's copies samples into a ring; the other moves them from the ring into the utterance and
/// its file on disk. All functions may be called from any thread and return at once.
public final class Recorder: Sendable {
  private enum Order: Sendable {
    case begin(Utterance, String?)
    case end(sinceRelease: Duration)
    case discard
    case gap
    case lost
    case stop
  }

  private let configuration: CaptureConfiguration
  private let tell: @Sendable (RecorderEvent) -> Void
  private let wakeUp = Semaphore()
  private let orders = Mutex<[Order]>([])
  private let capture: CaptureThread
  private let thread = AudioThread()

  /// A recorder that isn't started. `events` is called from its threads and must not block.
  public init(_ configuration: CaptureConfiguration, events: @escaping @Sendable (RecorderEvent) -> Void) {
    self.configuration = configuration
    tell = events
    let orders = Relay()
    let name = configuration.device
    capture = CaptureThread(device: name, hasSamples: wakeUp) { news in
      switch news {
      case .opened: events(.opened(device: Devices.name(of: name, .capture)))
      case .closed: events(.closed(device: Devices.name(of: name, .capture)))
      case .gap: orders.give(.gap)
      case .failed(let error):
        orders.give(.lost)
        events(.failed(error))
      }
    }
    orders.recorder.withLock { $0 = { [weak self] in self?.give($0) } }
  }

  /// The capture thread's way to the recorder, which is made after it.
  private final class Relay: Sendable {
    let recorder = Mutex<(@Sendable (Order) -> Void)?>(nil)
    func give(_ order: Order) { recorder.withLock { $0 }?(order) }
  }

  /// Starts the threads, and opens the device if it is to be warm.
  public func start() {
    let isStarted =
      thread.start { [self] in
        configuration.onThreadStart()
        run()
      } && capture.start(onStart: configuration.onThreadStart)
    guard isStarted else {
      tell(
        .failed(
          AudioError(.failed, .capture, device: configuration.device, detail: "no thread can be started")))
      return
    }
    if configuration.isWarm { capture.want(true) }
  }

  /// Begins to fill an utterance: the pre-roll first, then what is said. With a path it is kept on disk too.
  public func begin(_ utterance: Utterance, spoolingTo path: String?) {
    give(.begin(utterance, path))
    capture.want(true)
  }

  /// The key came up so long ago: records the rest of the hangover and completes the utterance.
  public func end(sinceRelease: Duration = .zero) { give(.end(sinceRelease: sinceRelease)) }

  /// Completes the utterance at once and removes its file.
  public func discard() { give(.discard) }

  /// Closes the device while the program isn't in front; an open recording is completed.
  public func pause() {
    give(.end(sinceRelease: configuration.hangover))
    capture.want(false)
  }

  /// Opens the device again, if it is to be warm.
  public func resume() { if configuration.isWarm { capture.want(true) } }

  /// How loud the microphone is now.
  public var level: Level { capture.level.value }

  /// Ends the recorder within half a second: an open recording is completed, its file stays.
  public func stop() {
    give(.stop)
    thread.waitForEnd(within: .milliseconds(200))
    capture.stop()
  }

  private func give(_ order: Order) {
    orders.withLock { $0.append(order) }
    wakeUp.post()
  }

  // MARK: the recorder's thread

  private func run() {
    var preRoll: [Int16] = []
    var fresh: [Int16] = []
    var take: Take?
    let preRollLimit = SpeechFormat.samples(in: configuration.preRoll)
    while true {
      wakeUp.wait(for: .seconds(3600))
      fresh.removeAll(keepingCapacity: true)
      capture.ring.read(into: &fresh)
      for order in takeOrders() {
        switch order {
        case .begin(let utterance, let path):
          // What came before the press belongs to the pre-roll, what comes from now on to the recording.
          complete(&take)
          preRoll = Array((preRoll + fresh).suffix(preRollLimit))
          fresh.removeAll(keepingCapacity: true)
          take = Take(utterance, spool: openSpool(path, utterance.turn))
          append(preRoll, &take)
          // No sample belongs to two recordings.
          preRoll.removeAll(keepingCapacity: true)
        case .end(let since):
          take?.release(hangover: SpeechFormat.samples(in: max(configuration.hangover - since, .zero)))
          // Without a device no hangover will ever come.
          if !capture.isGiving { complete(&take) }
        case .discard:
          take?.spool?.remove()
          take?.utterance.complete()
          take = nil
          coolDown()
        case .gap:
          if let turn = take?.utterance.turn, let at = take?.utterance.count { tell(.gap(turn, at: at)) }
        case .lost: complete(&take)
        case .stop:
          append(fresh, &take)
          complete(&take)
          return
        }
      }
      // What comes after a recording's end may already belong to the next one.
      let rest = fresh.dropFirst(append(fresh, &take))
      if take?.isOver != false { preRoll = Array((preRoll + rest).suffix(preRollLimit)) }
      if take?.isOver == true {
        complete(&take)
        coolDown()
      }
    }
  }

  private func takeOrders() -> [Order] {
    orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
  }

  /// Returns how many of the samples belong to the recording.
  @discardableResult
  private func append(_ samples: [Int16], _ take: inout Take?) -> Int {
    guard let utterance = take?.utterance, !samples.isEmpty else { return 0 }
    let before = utterance.count
    if let failure = take?.append(samples) { tell(.spoolFailed(utterance.turn, reason: failure.reason)) }
    if before == 0 && utterance.count > 0 { tell(.firstSample(utterance.turn)) }
    return utterance.count - before
  }

  private func complete(_ take: inout Take?) {
    guard let done = take else { return }
    take = nil
    done.utterance.complete()
    tell(.completed(done.utterance.turn, samples: done.utterance.count, peak: done.peak))
  }

  private func coolDown() { if !configuration.isWarm { capture.want(false) } }

  private func openSpool(_ path: String?, _ turn: Turn.ID) -> SpoolFile? {
    guard let path else { return nil }
    do {
      return try SpoolFile(path)
    } catch {
      tell(.spoolFailed(turn, reason: error.reason))
      return nil
    }
  }
}
