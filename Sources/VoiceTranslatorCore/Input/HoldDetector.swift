/// Decides from what the terminal tells of the talk key when a take begins, latches and ends.
///
/// A pure value: events and times in, decisions out. Two sources of truth: releases, where the keyboard protocol
/// tells them, and the key's auto-repeat elsewhere. Recording always begins at the first byte.
public struct HoldDetector: Sendable {
  /// What follows from an event.
  public enum Decision: Sendable, Equatable {
    /// A take begins.
    case started
    /// It goes on without the key, until the next tap.
    case latched
    /// What looked latched is a held key after all.
    case held
    /// It ends; the key came up about so long ago.
    case ended(sinceRelease: Duration)
    /// It will end by itself after so many whole seconds.
    case limitNear(Int)
  }

  enum State: Sendable, Equatable {
    case idle
    /// The key is held and its release will be told.
    case held
    /// It came up, unless that was contact bounce.
    case releasing(at: Duration)
    /// The key was pressed on a terminal without releases; repeats may come.
    case repeating
    /// Until the next tap.
    case latched(Latch)
    /// The take ended by another hand while the key was down: what it still sends starts nothing.
    case deaf
  }

  /// How a take came to be latched.
  struct Latch: Sendable, Equatable {
    var since: Duration
    /// No repeat came in time; it may just be very late.
    var mayRepeat = false
    /// A byte that is a tap, or the first of late repeats.
    var lateByte: Duration?
  }

  /// What was learned of this terminal; nil: nothing yet.
  public internal(set) var timing: Timing?
  /// The terminal tells releases. May become known while the key is held.
  public var hasReleases = false {
    didSet {
      if hasReleases, state == .repeating { state = .held }
      if !hasReleases, state == .held { state = .repeating }
    }
  }
  let settings: Settings
  var state = State.idle
  var repeats = AutoRepeat()
  private var startedAt = Duration.zero
  private var lastByte = Duration.zero
  private var releasedAt: Duration?
  private var focusGainedAt: Duration?
  private var voiceAt: Duration?
  private var secondsTold: Int?

  /// A detector at rest, with what is known of the terminal.
  public init(settings: Settings = Settings(), timing: Timing? = nil) {
    self.settings = settings
    self.timing = timing
  }

  /// A take is going on.
  public var isTaking: Bool { state != .idle && state != .deaf }

  /// The talk key did something.
  public mutating func key(_ action: Key.Action, at now: Duration) -> [Decision] {
    defer {
      lastByte = now
      if action == .release { releasedAt = now }
      if action != .repeat { focusGainedAt = nil }
    }
    switch (state, action) {
    case (.idle, .press):
      guard !isBounce(at: now) else {
        state = .deaf
        return []
      }
      return start(at: now)
    // A press can arrive as a repeat; but not from a key that was held while the focus came back.
    case (.idle, .repeat): return focusGainedAt == nil || isQuiet(at: now) ? start(at: now) : []
    case (.idle, .release): return []

    case (.held, .release):
      if now - startedAt < settings.tap { return latch(Latch(since: now)) }
      state = .releasing(at: now)
      return []
    // A press whose release was lost, or a terminal that tells repeats as presses: its release will end both.
    case (.held, _): return []

    case (.releasing, .release): return []
    case (.releasing, _):
      state = .held
      return []

    case (.repeating, _):
      repeats.add(now - lastByte)
      return []

    case (.latched(let latch), .press): return tap(latch, at: now)
    case (.latched, _): return []

    case (.deaf, .release): state = .idle
    case (.deaf, .press) where hasReleases ? !isBounce(at: now) : isQuiet(at: now): return start(at: now)
    case (.deaf, .repeat) where isQuiet(at: now): return start(at: now)
    case (.deaf, _): break
    }
    return []
  }

  /// Another key was pressed (not Esc): it ends the talk key's repeats for good.
  public mutating func otherKey(at now: Duration) -> [Decision] {
    state == .repeating ? latch(Latch(since: now)) : []
  }

  /// The terminal lost the focus: the release may not be seen.
  public mutating func focusLost(at now: Duration) -> [Decision] {
    switch state {
    case .held, .repeating: end(sinceRelease: .zero, next: .deaf)
    case .releasing(let released): end(sinceRelease: now - released)
    case .idle, .latched, .deaf: []
    }
  }

  /// The terminal has the focus again, perhaps with the key still held.
  public mutating func focusGained(at now: Duration) { focusGainedAt = now }

  /// The take ends by another hand (Esc, the microphone): the key is deaf until it is let go.
  public mutating func stop() {
    if isTaking { state = .deaf }
  }

  /// Someone speaks in the take.
  public mutating func voiceHeard(at now: Duration) { voiceAt = now }

  /// The program was stopped or could not read for so long: silence in that time means nothing.
  public mutating func postpone(by gap: Duration) {
    lastByte += gap
    guard case .latched(var latch) = state else { return }
    latch.since += gap
    latch.lateByte = latch.lateByte.map { $0 + gap }
    state = .latched(latch)
  }

  /// When ``tick(at:)`` has something to decide, at the latest.
  public var deadline: Duration? {
    switch state {
    case .idle, .deaf: nil
    case .held: nextLimit
    case .releasing(let released): released + Rule.bounce
    case .repeating: min(lastByte + repeats.silence(timing), nextLimit)
    case .latched(let latch):
      min(latch.lateByte.map { $0 + Rule.lateRepeat } ?? end(of: latch), end(of: latch), nextLimit)
    }
  }

  /// Time has passed and everything that the terminal had to say was heard.
  public mutating func tick(at now: Duration) -> [Decision] {
    guard isTaking else { return [] }
    if now - startedAt >= settings.limit { return end(sinceRelease: .zero, next: .deaf) }
    switch state {
    case .releasing(let released) where now >= released + Rule.bounce:
      return end(sinceRelease: now - released)
    case .repeating where now >= lastByte + repeats.silence(timing):
      if repeats.isEmpty { return latch(Latch(since: now, mayRepeat: true)) }
      timing = repeats.learned ?? timing
      // The key came up between its last repeat and the next one, which didn't come.
      return end(sinceRelease: repeats.interval(timing).map { max(now - lastByte - $0, .zero) } ?? .zero)
    case .latched(let latch):
      // No second byte followed: it was a tap.
      if let late = latch.lateByte, now >= late + Rule.lateRepeat { return end(sinceRelease: now - late) }
      if now >= end(of: latch) { return end(sinceRelease: .zero) }
    default: break
    }
    return countDown(at: now)
  }

  private mutating func start(at now: Duration) -> [Decision] {
    state = hasReleases ? .held : .repeating
    startedAt = now
    repeats = AutoRepeat()
    focusGainedAt = nil
    voiceAt = nil
    secondsTold = nil
    return [.started]
  }

  private mutating func latch(_ latch: Latch) -> [Decision] {
    state = .latched(latch)
    return [.latched]
  }

  private mutating func end(sinceRelease: Duration, next: State = .idle) -> [Decision] {
    state = next
    return [.ended(sinceRelease: sinceRelease)]
  }

  /// While latched, a press is the ending tap; unless it is contact bounce, or no repeat was seen where the first
  /// one may just be very late: then a second byte soon after it decides.
  private mutating func tap(_ latch: Latch, at now: Duration) -> [Decision] {
    if hasReleases, isBounce(at: now), latch.since == releasedAt {
      state = .held
      return [.held]
    }
    if let late = latch.lateByte, now - late < Rule.lateRepeat {
      state = .repeating
      repeats.add(late - startedAt)
      repeats.add(now - late)
      return [.held]
    }
    guard !hasReleases, latch.mayRepeat, now - latch.since < Rule.unknownWindow else {
      return end(sinceRelease: .zero, next: .deaf)
    }
    state = .latched(Latch(since: latch.since, mayRepeat: true, lateByte: now))
    return []
  }

  /// No finger is that fast: the switch opened and closed again.
  private func isBounce(at now: Duration) -> Bool {
    hasReleases && releasedAt.map { now - $0 < Rule.bounce } == true
  }

  /// The key sent nothing for so long that it must have been up.
  private func isQuiet(at now: Duration) -> Bool {
    now - max(lastByte, focusGainedAt ?? .zero) >= Rule.deafness
  }

  private mutating func countDown(at now: Duration) -> [Decision] {
    let left = startedAt + settings.limit - now
    guard left <= Rule.countdown else { return [] }
    let seconds = Int((left / .seconds(1)).rounded(.up))
    guard seconds != secondsTold else { return [] }
    secondsTold = seconds
    return [.limitNear(seconds)]
  }

  private func end(of latch: Latch) -> Duration {
    voiceAt.map { max($0 + Rule.afterSpeech, latch.since) } ?? startedAt + Rule.latchedSilence
  }

  private var nextLimit: Duration {
    let end = startedAt + settings.limit
    return secondsTold.map { end - .seconds($0 - 1) } ?? end - Rule.countdown
  }
}
