import Synchronization
public import VoiceTranslatorCore

/// Plays encoded speech while it arrives: clips in order, joined without a gap.
///
/// One thread decodes and writes the device. All functions may be called from any thread and return at once, also
/// when the sound server doesn't answer.
public final class Player: Sendable {
  private struct State {
    var queue = ClipQueue()
    var isClosed = false
  }
  private let configuration: PlaybackConfiguration
  private let tell: @Sendable (PlayerEvent) -> Void
  private let state = Mutex(State())
  /// Grows with each stop: the thread drops what belongs to an older one.
  private let stops = Atomic(0)
  private let wakeUp = Semaphore()
  private let thread = AudioThread()

  /// The device stays open this long after the last sample, for the next sentence.
  private static let linger = Duration.seconds(2)

  /// A player. `events` is called from its thread and must not block.
  public init(_ configuration: PlaybackConfiguration, events: @escaping @Sendable (PlayerEvent) -> Void) {
    self.configuration = configuration
    tell = events
    _ = thread.start { [self] in
      configuration.onThreadStart()
      run()
    }
  }

  /// Adds encoded audio to a clip.
  public func append(_ bytes: [UInt8], to clip: Clip) { change { $0.queue.append(bytes, to: clip) } }

  /// No more bytes come for a clip.
  public func finish(_ clip: Clip) { change { $0.queue.finish(clip) } }

  /// No more clips come for a turn; it is finished once they were played.
  public func end(_ turn: Turn.ID) { change { $0.queue.end(turn) } }

  /// Stops at once, and forgets what waits.
  public func stop() {
    let turns = state.withLock { state in
      stops.add(1, ordering: .acquiringAndReleasing)
      return state.queue.clear()
    }
    for turn in turns.sorted() { tell(.stopped(turn)) }
    wakeUp.post()
  }

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

  /// What the thread is at: its device, its decoder, the turn whose speech is in the device.
  private struct Work {
    var speaker: Speaker?
    var decoder: SpeechDecoder?
    var playing: Turn.ID?
    var hasStarted = false
    var stops = 0
  }

  private func run() {
    var work = Work()
    while true {
      let (step, stops, isClosed) = state.withLock { state in
        (state.queue.next(playing: work.playing), self.stops.load(ordering: .acquiring), state.isClosed)
      }
      if stops != work.stops {
        work.speaker?.drop()
        if let turn = work.playing { tell(.stopped(turn)) }
        work = Work(speaker: nil, stops: stops)
      }
      if isClosed { return }
      do throws(AudioError) {
        try take(step, &work)
      } catch {
        if let turn = work.playing {
          state.withLock { $0.queue.drop(turn) }
          tell(.failed(turn, error))
        }
        work = Work(stops: work.stops)
      }
    }
  }

  private func take(_ step: ClipQueue.Step, _ work: inout Work) throws(AudioError) {
    switch step {
    case .wait:
      if !wakeUp.wait(for: work.speaker == nil ? .seconds(3600) : Self.linger), work.playing == nil {
        work.speaker = nil
      }
    case .decode(let clip, let bytes):
      work.playing = clip.turn
      // A clip is decoded at the device's rate, so the device comes first.
      let speaker = try open(&work)
      let decoder = work.decoder ?? SpeechDecoder(rate: speaker.deviceRate)
      work.decoder = decoder
      try play(decoded { () throws(SpeechDecoder.Unplayable) in try decoder.decode(bytes) }, &work)
    case .finish:
      if let decoder = work.decoder {
        try play(decoded { () throws(SpeechDecoder.Unplayable) in try decoder.finish() }, &work)
      }
      work.decoder = nil
    case .end(let turn):
      if let speaker = work.speaker, work.hasStarted {
        guard speaker.drain(isStopped: { isStopped(since: work.stops) }) else { return }
      }
      work.playing = nil
      work.hasStarted = false
      tell(.finished(turn))
    }
  }

  private func open(_ work: inout Work) throws(AudioError) -> Speaker {
    if let speaker = work.speaker { return speaker }
    let speaker = try Speaker(device: configuration.device)
    work.speaker = speaker
    return speaker
  }

  private func play(_ samples: [Int16], _ work: inout Work) throws(AudioError) {
    guard !samples.isEmpty, let speaker = work.speaker, let turn = work.playing else { return }
    if !work.hasStarted {
      work.hasStarted = true
      let stops = work.stops
      // Told with the first period in the device, not with the last.
      let first = samples.count > 960 ? Array(samples.prefix(960)) : samples
      guard try speaker.write(first, isStopped: { isStopped(since: stops) }) else { return }
      tell(.started(turn))
      _ = try speaker.write(Array(samples.dropFirst(first.count)), isStopped: { isStopped(since: stops) })
      return
    }
    let stops = work.stops
    _ = try speaker.write(samples, isStopped: { isStopped(since: stops) })
  }

  private func isStopped(since count: Int) -> Bool { stops.load(ordering: .acquiring) != count }

  private func decoded(
    _ body: () throws(SpeechDecoder.Unplayable) -> [Int16]
  ) throws(AudioError) -> [Int16] {
    do {
      return try body()
    } catch {
      throw AudioError(.unsupportedFormat, .playback, device: configuration.device, detail: error.found)
    }
  }
}
