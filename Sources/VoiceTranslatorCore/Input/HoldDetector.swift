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

  /// What was learned of a terminal's auto-repeat; kept per terminal name.
  public struct Timing: Sendable, Equatable, Codable {
    /// From the first byte to the first repeat, in milliseconds.
    public var firstGap: Int
    /// Between repeats, in milliseconds.
    public var interval: Int

    /// What was learned.
    public init(firstGap: Int, interval: Int) {
      self.firstGap = firstGap
      self.interval = interval
    }
  }

  /// Times that the user may set.
  public struct Settings: Sendable {
    /// A press shorter than this latches (where releases are told).
    public var tap: Duration
    /// A take this long ends by itself.
    public var limit: Duration

    /// The defaults: 200 ms and ten minutes.
    public init(tap: Duration = .milliseconds(200), limit: Duration = .seconds(600)) {
      self.tap = tap
      self.limit = limit
    }
  }

  /// Without releases, on an unknown terminal, a key that doesn't repeat for this long was tapped.
  static let unknownWindow = Duration.milliseconds(1100)
  /// Until three repeats were seen, this long a silence means the key came up.
  static let earlySilence = Duration.milliseconds(600)
  /// Repeats closer than this while latched are late repeats of a held key.
  static let lateRepeat = Duration.milliseconds(600)
  /// After a forced stop the key is deaf until it was silent for this long.
  static let deafness = Duration.milliseconds(800)
  /// A latched take ends this long after the speech in it.
  static let afterSpeech = Duration.seconds(1)
  /// A latched take in which nobody speaks ends after this long.
  static let latchedSilence = Duration.seconds(30)
  /// The countdown begins this long before the limit.
  static let countdown = Duration.seconds(30)

  enum State: Sendable, Equatable {
    case idle
    /// The key is held and its release will be told.
    case held
    /// The key was pressed on a terminal without releases; repeats may come.
    case repeating
    /// Until the next tap. `lateByte`: one that may be a tap or the first of late repeats.
    case latched(lateByte: Duration?)
    /// A forced stop: what the still-held key sends starts nothing.
    case deaf
  }

  /// What was learned of this terminal; nil: nothing yet.
  public private(set) var timing: Timing?
  let settings: Settings
  var state = State.idle
  private var startedAt = Duration.zero
  private var latchedAt = Duration.zero
  private var lastByte = Duration.zero
  private var intervals: [Duration] = []
  private var voiceAt: Duration?
  private var secondsTold: Int?

  /// A detector at rest, with what is known of the terminal.
  public init(settings: Settings = Settings(), timing: Timing? = nil) {
    self.settings = settings
    self.timing = timing
  }

  /// A take is going on.
  public var isTaking: Bool { state != .idle && state != .deaf }

  /// The talk key did something. `hasReleases`: the terminal tells releases.
  public mutating func key(_ action: Key.Action, at now: Duration, hasReleases: Bool) -> [Decision] {
    defer { lastByte = now }
    switch (state, action) {
    case (.idle, .press), (.idle, .repeat): return start(at: now, hasReleases: hasReleases)
    case (.idle, .release): return []

    case (.held, .release):
      if now - startedAt < settings.tap { return latch(at: now) }
      return end(at: now, sinceRelease: .zero)
    case (.held, .press): return end(at: now, sinceRelease: .zero)  // its release was lost
    case (.held, .repeat): return []

    case (.repeating, .press), (.repeating, .repeat):
      intervals.append(now - lastByte)
      return []
    case (.repeating, .release): return end(at: now, sinceRelease: .zero)

    case (.latched(let late), .press): return latchedByte(late, at: now, hasReleases: hasReleases)
    case (.latched, _): return []

    case (.deaf, .release): state = .idle
    case (.deaf, .press) where hasReleases || now - lastByte >= Self.deafness:
      // A real press can only follow a release, seen or not.
      return start(at: now, hasReleases: hasReleases)
    case (.deaf, _): break
    }
    return []
  }

  /// Another key was pressed (not Esc): it ends the talk key's repeats for good.
  public mutating func otherKey(at now: Duration) -> [Decision] {
    state == .repeating ? latch(at: now) : []
  }

  /// The terminal lost the focus: the release will not be seen.
  public mutating func focusLost(at now: Duration) -> [Decision] {
    state == .held || state == .repeating ? end(at: now, sinceRelease: .zero, next: .deaf) : []
  }

  /// The take ends by another hand (Esc, the microphone): the key is deaf until it is let go.
  public mutating func stop() {
    if isTaking { state = .deaf }
  }

  /// Someone speaks in the take.
  public mutating func voiceHeard(at now: Duration) { voiceAt = now }

  /// The program was stopped or could not read for so long: silence in that time means nothing.
  public mutating func postpone(by gap: Duration) {
    lastByte += gap
    latchedAt += gap
  }

  /// When ``tick(at:)`` has something to decide, at the latest.
  public var deadline: Duration? {
    switch state {
    case .idle, .deaf: nil
    case .held: nextLimit
    case .repeating: min(lastByte + silence, nextLimit)
    case .latched(let late): min(late.map { $0 + Self.lateRepeat } ?? latchedEnd, latchedEnd, nextLimit)
    }
  }

  /// Time has passed and everything that the terminal had to say was heard.
  public mutating func tick(at now: Duration) -> [Decision] {
    guard isTaking else { return [] }
    if now - startedAt >= settings.limit { return end(at: now, sinceRelease: .zero, next: .deaf) }
    switch state {
    case .repeating where now >= lastByte + silence:
      if intervals.isEmpty { return latch(at: now) }
      learn()
      // The key came up between its last repeat and the next one that didn't come.
      return end(at: now, sinceRelease: max(now - lastByte - typicalInterval, .zero))
    case .latched(let late?) where now >= late + Self.lateRepeat:
      // No second byte followed: it was a tap.
      return end(at: now, sinceRelease: now - late)
    case .latched where now >= latchedEnd:
      return end(at: now, sinceRelease: .zero)
    default: return countDown(at: now)
    }
  }

  private mutating func start(at now: Duration, hasReleases: Bool) -> [Decision] {
    state = hasReleases ? .held : .repeating
    startedAt = now
    intervals = []
    voiceAt = nil
    secondsTold = nil
    return [.started]
  }

  private mutating func latch(at now: Duration) -> [Decision] {
    state = .latched(lateByte: nil)
    latchedAt = now
    return [.latched]
  }

  private mutating func end(at now: Duration, sinceRelease: Duration, next: State = .idle) -> [Decision] {
    state = next
    return [.ended(sinceRelease: sinceRelease)]
  }

  /// While latched on a terminal without releases, a byte is the ending tap, unless the terminal is unknown and
  /// its first repeat may just be very late: then a second byte soon after it decides.
  private mutating func latchedByte(_ late: Duration?, at now: Duration, hasReleases: Bool) -> [Decision] {
    if hasReleases { return end(at: now, sinceRelease: .zero, next: .deaf) }
    if let late, now - late < Self.lateRepeat {
      state = .repeating
      intervals = [late - startedAt, now - late]
      return [.held]
    }
    guard timing == nil, now - startedAt < Self.unknownWindow * 2 else {
      return end(at: now, sinceRelease: .zero, next: .deaf)
    }
    state = .latched(lateByte: now)
    return []
  }

  private mutating func countDown(at now: Duration) -> [Decision] {
    let left = startedAt + settings.limit - now
    guard left <= Self.countdown else { return [] }
    let seconds = Int((left / .seconds(1)).rounded(.up))
    guard seconds != secondsTold else { return [] }
    secondsTold = seconds
    return [.limitNear(seconds)]
  }

  private mutating func learn() {
    guard intervals.count >= 3 else { return }
    timing = Timing(
      firstGap: Int(intervals[0] / .milliseconds(1)), interval: Int(typicalInterval / .milliseconds(1)))
  }

  /// The median of the repeats; the first gap is no interval.
  private var typicalInterval: Duration {
    let repeats = intervals.dropFirst().sorted()
    return repeats.isEmpty
      ? timing.map { .milliseconds($0.interval) } ?? .milliseconds(50) : repeats[repeats.count / 2]
  }

  /// How long a silence means that the key came up.
  private var silence: Duration {
    if intervals.isEmpty {
      return timing.map { min(max(.milliseconds($0.firstGap) * 2, .milliseconds(400)), Self.unknownWindow) }
        ?? Self.unknownWindow
    }
    guard intervals.count > 3 else { return Self.earlySilence }
    return min(max(typicalInterval * 5, .milliseconds(200)), .milliseconds(600))
  }

  private var latchedEnd: Duration {
    voiceAt.map { max($0 + Self.afterSpeech, latchedAt) } ?? startedAt + Self.latchedSilence
  }

  private var nextLimit: Duration {
    secondsTold.map { startedAt + settings.limit - .seconds($0 - 1) } ?? startedAt + settings.limit
      - Self.countdown
  }
}
