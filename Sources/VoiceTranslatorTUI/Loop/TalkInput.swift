import VoiceTranslatorCore

/// All that tells of the talk keys: the terminal, and the input device where one is read; and what follows for the
/// take. Time comes in, decisions go out.
struct TalkInput {
  private(set) var hold: HoldDetector
  /// The side whose key began the take.
  private(set) var side = Side.a
  /// The second side's key talks, too.
  var hasTwoSides = false
  private(set) var keys: TalkKeys
  private var device: EvdevKeyboard?
  private var hasFocus = true

  init(hold: HoldDetector, keys: TalkKeys, device: EvdevKeyboard?) {
    (self.hold, self.keys, self.device) = (hold, keys, device)
    if device != nil { self.hold.hasReleases = true }
  }

  /// Other settings, while nobody talks. The device's keys stay as they were when it was opened.
  mutating func configure(_ settings: HoldDetector.Settings, keys: TalkKeys) {
    let hasReleases = hold.hasReleases
    hold = HoldDetector(settings: settings, timing: hold.timing)
    hold.hasReleases = hasReleases
    self.keys = keys
  }

  /// The descriptor to wait for beside the terminal's; nil: no device is read.
  var descriptor: Int32? { device?.descriptor }

  /// How releases are told, given how the terminal tells them.
  func mode(_ terminal: HoldMode) -> HoldMode { device.map { .evdev($0.path) } ?? terminal }

  /// The terminal tells held keys in this way.
  mutating func terminalTells(_ mode: HoldMode) { hold.hasReleases = self.mode(mode).hasReleases }

  /// The terminal told of a key; nil: it is no talk key now.
  mutating func take(_ key: Key, isTyping: Bool, at now: Duration) -> [HoldDetector.Decision]? {
    guard let side = keys.side(of: key), isTalking(side, isTyping) else { return nil }
    return device == nil ? take(side, key.action, at: now) : []
  }

  /// Another key went down.
  mutating func otherKey(at now: Duration) -> [HoldDetector.Decision] { hold.otherKey(at: now) }

  /// The terminal lost or got the focus.
  mutating func focus(_ isOurs: Bool, at now: Duration) -> [HoldDetector.Decision] {
    hasFocus = isOurs
    guard isOurs else { return hold.focusLost(at: now) }
    hold.focusGained(at: now)
    return []
  }

  /// Reads the device; nil: it is gone, and the terminal tells from now on.
  mutating func readDevice(isTyping: Bool, at now: Duration) -> [HoldDetector.Decision]? {
    guard let device else { return [] }
    guard let events = device.read() else {
      self.device = nil
      return nil
    }
    return events.flatMap { event in
      switch event {
      case .key(let side, .release): side == self.side ? hold.key(.release, at: now) : []
      case .key(let side, let action):
        // The device tells what is typed into other programs, too.
        isTalking(side, isTyping) && hasFocus && EvdevKeyboard.isConsoleInFront()
          ? take(side, action, at: now) : []
      case .lost: device.isDown(side) ? [] : hold.key(.release, at: now)
      }
    }
  }

  /// The program was stopped and goes on: what the device told meanwhile concerns the shell, and a key that was held
  /// then may be held still.
  mutating func resume(at now: Duration) {
    _ = device?.read()
    _ = focus(true, at: now)
  }

  mutating func tick(at now: Duration) -> [HoldDetector.Decision] { hold.tick(at: now) }
  mutating func stop() { hold.stop() }
  mutating func voiceHeard(at now: Duration) { hold.voiceHeard(at: now) }
  mutating func postpone(by gap: Duration) { hold.postpone(by: gap) }

  private func isTalking(_ side: Side, _ isTyping: Bool) -> Bool {
    (side == .a || hasTwoSides) && !(isTyping && keys[side].edits)
  }

  private mutating func take(_ side: Side, _ action: Key.Action, at now: Duration) -> [HoldDetector.Decision]
  {
    if hold.isTaking, side != self.side { return action == .press ? hold.otherKey(at: now) : [] }
    if action != .release { self.side = side }
    return hold.key(action, at: now)
  }
}
