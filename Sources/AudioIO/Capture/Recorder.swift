import Glibc
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
    case listen(Bool)
    case gap(samples: Int)
    /// The device's stream ended: on purpose, or because the device is lost.
    case cut
    case stop
  }

  /// A device that gives nothing for so long after a recording began is told to be lost.
  private static let patience = Duration.milliseconds(1_500)

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
      case .closed:
        orders.give(.cut)
        events(.closed(device: Devices.name(of: name, .capture)))
      case .gap(let samples): orders.give(.gap(samples: samples))
      case .failed(let error):
        orders.give(.cut)
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
  }

  /// The key came up so long ago: records the rest of the hangover and completes the utterance.
  public func end(sinceRelease: Duration = .zero) { give(.end(sinceRelease: sinceRelease)) }

  /// Completes the utterance at once and removes its file.
  public func discard() { give(.discard) }

  /// Tells from now on when someone begins to speak and when they pause; or no longer. An utterance that is begun when
  /// it was told has its first sound in it.
  public func listen(_ isOn: Bool) { give(.listen(isOn)) }

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

  /// What the thread works on.
  private struct Work {
    /// What was said last and belongs to no recording.
    var preRoll: [Int16] = []
    /// What came out of the ring and has no place yet.
    var fresh: [Int16] = []
    var take: Take?
    var listening = Listening()
    /// When a recording that waits for its first sample is told to wait in vain; nil: it has one, or it was told.
    var patience: ContinuousClock.Instant?
  }

  private func run() {
    var work = Work()
    while true {
      // A device that hangs while it is opened posts nothing.
      wakeUp.wait(for: work.patience == nil ? .seconds(3600) : .milliseconds(100))
      work.fresh.removeAll(keepingCapacity: true)
      capture.ring.read(into: &work.fresh)
      for order in takeOrders() {
        if case .stop = order {
          append(&work)
          return complete(&work)
        }
        carryOut(order, &work)
      }
      append(&work)
      if let patience = work.patience, patience < .now {
        work.patience = nil
        tell(.failed(AudioError(lost: configuration.device, .capture, status: -Int(ETIMEDOUT))))
      }
    }
  }

  /// Carries an order out. The fresh samples came before it.
  private func carryOut(_ order: Order, _ work: inout Work) {
    append(&work)
    switch order {
    case .begin(let utterance, let path):
      complete(&work)
      capture.attend()
      work.take = Take(utterance, spool: openSpool(path, utterance.turn))
      work.patience = .now + Self.patience
      // No sample belongs to two recordings.
      (work.fresh, work.preRoll) = (work.preRoll.suffix(preRoll(work)), [])
      work.listening.taken()
      append(&work)
    case .end(let since):
      work.take?.release(hangover: SpeechFormat.samples(in: max(configuration.hangover - since, .zero)))
      // Without a device no hangover will ever come.
      if work.take?.isOver == true || !capture.isGiving { complete(&work) }
    case .discard:
      guard let take = work.take else { return }
      work.take = nil
      take.spool?.remove()
      take.utterance.complete()
      relax(&work)
    case .listen(let isOn):
      work.listening.turn(on: isOn)
      // What was heard until now is of another speaker, or of the loudspeaker.
      work.preRoll = []
      if isOn { capture.attend() } else if work.take == nil { relax(&work) }
    case .gap(let samples):
      if let utterance = work.take?.utterance {
        tell(.gap(utterance.turn, at: utterance.count, samples: samples))
      }
    case .cut:
      complete(&work)
      // What was said before the device was closed doesn't precede what is said once it is open again.
      work.preRoll = []
    case .stop: break
    }
  }

  private func takeOrders() -> [Order] {
    orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
  }

  /// Finds the fresh samples' place: in the recording, and behind its end in the next one's pre-roll.
  private func append(_ work: inout Work) {
    var rest = work.fresh[...]
    for event in work.listening.append(rest) { tell(event) }
    work.fresh.removeAll(keepingCapacity: true)
    if let utterance = work.take?.utterance, !rest.isEmpty {
      let before = utterance.count
      if let failure = work.take?.append(Array(rest)) {
        tell(.spoolFailed(utterance.turn, reason: failure.reason))
      }
      if before == 0 && utterance.count > 0 {
        work.patience = nil
        tell(.firstSample(utterance.turn))
      }
      rest = rest.dropFirst(utterance.count - before)
      if work.take?.isOver == true { complete(&work) }
    }
    if work.take == nil {
      let kept = work.listening.isOn ? Listening.memory : preRoll(work)
      work.preRoll = Array((work.preRoll + rest).suffix(kept))
    }
  }

  /// Samples that a recording which begins now has from before.
  private func preRoll(_ work: Work) -> Int {
    SpeechFormat.samples(in: configuration.preRoll) + (work.listening.sinceBeginning ?? 0)
  }

  private func complete(_ work: inout Work) {
    guard let done = work.take else { return }
    work.take = nil
    done.utterance.complete()
    tell(.completed(done.utterance.turn, samples: done.utterance.count, peak: done.peak))
    relax(&work)
  }

  /// No recording is open any more.
  private func relax(_ work: inout Work) {
    work.patience = nil
    if work.listening.isOn { return }
    capture.relax()
    if !configuration.isWarm { capture.want(false) }
  }

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
