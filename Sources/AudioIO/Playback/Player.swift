import Glibc
import Synchronization
public import VoiceTranslatorCore

/// Plays encoded speech while it arrives: clips in order, joined without a gap.
///
/// One thread decodes and writes the device. All functions may be called from any thread and return at once, also
/// when the sound server doesn't answer.
public final class Player: Sendable {
  private struct State {
    var queue = ClipQueue()
    /// The turn that the thread is at.
    var playing: Turn.ID?
    var isClosed = false
    var device: String
  }
  private let configuration: PlaybackConfiguration
  private let tell: @Sendable (PlayerEvent) -> Void
  private let controls = PlaybackControls()
  private let state: Mutex<State>
  /// Grows with each stop: the thread drops what belongs to an older one.
  private let stops = Atomic(0)
  private let wakeUp = Semaphore()
  private let thread = AudioThread()

  /// The device stays open this long after the last sample, for the next sentence.
  private static let linger = Duration.seconds(2)
  /// A device that is lost while it plays is waited for this long.
  private static let patience = Duration.seconds(2)

  /// A player. `events` is called from its thread, and from that of ``stop()``; it must not block nor call the player.
  public init(_ configuration: PlaybackConfiguration, events: @escaping @Sendable (PlayerEvent) -> Void) {
    self.configuration = configuration
    tell = events
    state = Mutex(State(device: configuration.device))
    controls.gain = Float(configuration.volume)
    controls.speed = configuration.speed
    _ = thread.start(name: "playback") { [self] in
      configuration.onThreadStart()
      run()
    }
  }

  /// Adds encoded audio to a clip; a newer revision takes the place of one that nobody has begun to hear.
  public func append(_ bytes: [UInt8], to clip: Clip, revision: Int = 0) {
    change { $0.queue.append(bytes, to: clip, revision: revision) }
  }

  /// No more bytes come for a clip.
  public func finish(_ clip: Clip, revision: Int = 0) { change { $0.queue.finish(clip, revision: revision) } }

  /// No more clips come for a turn; it is finished once they were played.
  public func end(_ turn: Turn.ID) { change { $0.queue.end(turn) } }

  /// Stops at once, and forgets what waits. Each turn that was to be heard is told to be stopped.
  public func stop() {
    let turns = state.withLock { state in
      stops.add(1, ordering: .acquiringAndReleasing)
      defer { state.playing = nil }
      return state.queue.clear().union(state.playing.map { [$0] } ?? [])
    }
    for turn in turns.sorted() { tell(.stopped(turn)) }
    wakeUp.post()
  }

  /// Uses another device, for what is played after a ``stop()``.
  public func use(device: String) {
    state.withLock { $0.device = device }
    stop()
  }

  /// Sets how loud it is from the next period on; 1 is as the speech came.
  public func setVolume(_ volume: Double) { controls.gain = Float(volume) }

  /// Sets how fast it is spoken from the next piece that is decoded on, at the same pitch; 1 is as it was spoken.
  public func setSpeed(_ speed: Double) { controls.speed = speed }

  /// Falls silent without losing a sample, or goes on.
  public func setPaused(_ isPaused: Bool) { controls.isPaused = isPaused }

  /// Stops, and ends the thread; one that hangs in its device is left behind.
  public func close() {
    state.withLock { $0.isClosed = true }
    stop()
    thread.waitForEnd(within: .milliseconds(300))
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
    wakeUp.post()
  }

  // MARK: the playback thread

  /// What the thread is at: its device, its decoder, whether anything of the turn is in the device.
  private struct Work {
    var speaker: Speaker?
    var decoder: SpeechDecoder?
    /// Changes the speed, where it isn't 1.
    var stretch: TimeStretch?
    /// What was decoded and is to be played.
    let samples = SampleBuffer()
    var hasStarted = false
    var stops = 0
  }

  private func run() {
    var work = Work()
    while true {
      let (step, stops, isClosed) = state.withLock { state in
        let step = state.queue.next(playing: state.playing)
        if case .decode(let clip, _) = step { state.playing = clip.turn }
        return (step, self.stops.load(ordering: .acquiring), state.isClosed)
      }
      if stops != work.stops {
        work.speaker?.drop()
        work = Work(stops: stops)
      }
      if isClosed { return }
      do throws(AudioError) {
        try take(step, &work)
      } catch {
        // Told before the device is closed: that can take for ever when the sound server is frozen.
        end(work) { state, turn in
          state.queue.drop(turn)
          return .failed(turn, error)
        }
        work = Work(stops: work.stops)
      }
    }
  }

  private func take(_ step: ClipQueue.Step, _ work: inout Work) throws(AudioError) {
    switch step {
    case .wait:
      if !wakeUp.wait(for: work.speaker == nil ? .seconds(3600) : Self.linger), !work.hasStarted {
        work.speaker = nil
      }
    case .decode(_, let bytes):
      // A clip is decoded at the device's rate, so the device comes first.
      let wasOpen = work.speaker != nil
      let rate = try open(&work)
      if !wasOpen { work.samples.samples += leadIn(rate) }
      let decoder = work.decoder ?? SpeechDecoder(rate: rate)
      work.decoder = decoder
      try decode(&work) { (samples) throws(SpeechDecoder.Unplayable) in
        try decoder.decode(bytes, into: &samples)
      }
      try play(&work)
    case .finish:
      guard let decoder = work.decoder else { return }
      work.decoder = nil
      try decode(&work) { (samples) throws(SpeechDecoder.Unplayable) in try decoder.finish(into: &samples) }
      work.stretch?.finish(into: &work.samples.samples)
      work.stretch = nil
      try play(&work)
    case .end(let turn):
      if let speaker = work.speaker, work.hasStarted {
        guard speaker.drain(isStopped: { isStopped(since: work.stops) }) else { return }
      }
      work.hasStarted = false
      end(work, turn) { _, turn in .finished(turn) }
    }
  }

  /// The turn being played (or the one given) is over; told unless it was stopped meanwhile.
  private func end(
    _ work: Work, _ turn: Turn.ID? = nil, _ event: (inout State, Turn.ID) -> PlayerEvent
  ) {
    state.withLock { state in
      guard !isStopped(since: work.stops), let turn = turn ?? state.playing else { return }
      state.playing = nil
      tell(event(&state, turn))
    }
  }

  /// Opens the device unless it is open; gives its rate.
  private func open(_ work: inout Work) throws(AudioError) -> Int {
    if let speaker = work.speaker { return speaker.rate }
    let speaker = try Speaker(device: state.withLock { $0.device }, controls, configuration.echo)
    work.speaker = speaker
    return speaker.rate
  }

  private func leadIn(_ rate: Int) -> some Collection<Int16> {
    repeatElement(0, count: Int(Double(rate) * (configuration.leadIn / .seconds(1))))
  }

  /// Adds what a decoder gives to what is to be played, at the speed wished.
  private func decode(
    _ work: inout Work, _ body: (inout [Int16]) throws(SpeechDecoder.Unplayable) -> Void
  ) throws(AudioError) {
    do throws(SpeechDecoder.Unplayable) {
      let speed = controls.speed
      guard speed != 1 || work.stretch != nil else { return try body(&work.samples.samples) }
      var decoded: [Int16] = []
      try body(&decoded)
      let stretch = work.stretch ?? TimeStretch(rate: work.speaker?.rate ?? 48_000)
      stretch.speed = speed
      work.stretch = stretch
      stretch.process(decoded, into: &work.samples.samples)
    } catch {
      throw AudioError(
        .unsupportedFormat, .playback, device: state.withLock { $0.device }, detail: error.found)
    }
  }

  /// Plays what was decoded; a device that is lost meanwhile is opened again, if it can be.
  private func play(_ work: inout Work) throws(AudioError) {
    let rate = try open(&work)
    var place = 0
    while place < work.samples.samples.count {
      let before = place
      // The start is told with the first period in the device, not with the last.
      let limit = work.hasStarted ? Int.max : place + rate / 50
      do throws(AudioError) {
        guard try write(work, from: &place, limit: limit) else { break }
      } catch {
        guard work.hasStarted, try reopen(after: error, &work) == rate else { throw error }
      }
      if !work.hasStarted && place > before {
        work.hasStarted = true
        state.withLock { state in
          if !isStopped(since: work.stops), let turn = state.playing { tell(.started(turn)) }
        }
      }
    }
    work.samples.samples.removeAll(keepingCapacity: true)
  }

  private func write(_ work: Work, from place: inout Int, limit: Int) throws(AudioError) -> Bool {
    guard let speaker = work.speaker else { return false }
    return try work.samples.samples.withUnsafeBufferPointer { all throws(AudioError) in
      try speaker.write(
        UnsafeBufferPointer(rebasing: all[..<min(limit, all.count)]), from: &place,
        isStopped: { isStopped(since: work.stops) })
    }
  }

  /// Opens the device again after its loss, waiting for as long as a sound server takes to come back; gives its
  /// rate. One that only doesn't answer isn't closed here: that could take for ever.
  private func reopen(after loss: AudioError, _ work: inout Work) throws(AudioError) -> Int {
    guard loss.code != ETIMEDOUT else { throw loss }
    work.speaker = nil
    let deadline = ContinuousClock.now + Self.patience
    while ContinuousClock.now < deadline, !isStopped(since: work.stops) {
      if let rate = try? open(&work) { return rate }
      usleep(100_000)
    }
    throw loss
  }

  private func isStopped(since count: Int) -> Bool { stops.load(ordering: .acquiring) != count }
}

/// Samples that are used again and again without being copied.
private final class SampleBuffer {
  var samples: [Int16] = []
}
