import VoiceTranslatorCore

/// All that tells of the talk keys: the terminal, and the input device where one is read; and what follows for the
/// take. Time comes in, decisions go out.
struct TalkInput {
  private(set) var hold: HoldDetector
  /// The side whose key began the take.
  private(set) var side = Side.a
  /// The second side's key talks, too.
  var hasTwoSides = false
  let keys: TalkKeys
  private var device: EvdevKeyboard?
  private var hasFocus = true

  init(hold: HoldDetector, keys: TalkKeys, device: EvdevKeyboard?) {
    (self.hold, self.keys, self.device) = (hold, keys, device)
    if device != nil { self.hold.hasReleases = true }
  }

  /// Judges by other settings from now on, with what was learned; not during a take.
  mutating func use(_ settings: HoldDetector.Settings) {
    var new = HoldDetector(settings: settings, timing: hold.timing)
    new.hasReleases = hold.hasReleases
    hold = new
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

  /// What the device told while the program was stopped concerns the shell.
  mutating func forgetDevice() { _ = device?.read() }

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
