/// Everything the screen shows and the keys change. One ``update(_:at:)`` takes events in and gives effects out.
public struct Session: Sendable {
  /// Whether someone is talking.
  public enum Talk: Sendable, Equatable {
    /// Nobody.
    case idle
    /// A turn is being recorded since a moment; `isReal` once its first sample exists.
    case recording(Turn.ID, since: Duration, take: Take, isReal: Bool)
  }

  /// How a take ends.
  public enum Take: Sendable, Equatable {
    /// At the release of the key.
    case held
    /// At the next tap, or by itself after the speech in it.
    case latched
  }

  /// What lies over the conversation.
  public enum Overlay: Sendable, Equatable {
    /// The list of keys.
    case help
    /// The microphones and speakers.
    case devices
    /// The recordings that wait to be translated.
    case unsent
    /// The question whether to leave although a turn runs.
    case confirmQuit
  }

  /// The language spoken.
  public internal(set) var source: SourceLanguage
  /// The languages to translate to; the first is the picker's.
  public internal(set) var targets: [LanguageTag]
  /// Whether someone is talking.
  public internal(set) var talk = Talk.idle
  /// The turn whose speech plays.
  public internal(set) var speaking: Turn.ID?
  /// All turns, oldest first.
  public internal(set) var entries: [TranscriptEntry] = []
  /// The picker pane.
  public internal(set) var picker = Picker()
  /// The microphone's condition.
  public internal(set) var microphone = MicrophoneState.opening
  /// The backend's condition.
  public internal(set) var backend = BackendState.loading(progress: nil)
  /// What the backend can do.
  public internal(set) var capabilities = Capabilities()
  /// The message on the status line.
  public internal(set) var notice: Notice?
  /// What lies over the conversation.
  public internal(set) var overlay: Overlay?
  /// Volume, speed, pause and mute.
  public internal(set) var sound: SoundSettings
  /// The microphones and speakers, while they are shown.
  public internal(set) var devices: DeviceList
  /// The recordings that wait, while they are shown.
  public internal(set) var unsent = UnsentList()
  /// Lines the conversation is scrolled up from its end.
  public internal(set) var scroll = 0
  /// Entries of the list of keys that are scrolled out above.
  public internal(set) var helpScroll = 0
  /// Whether times per stage are shown.
  public internal(set) var showsTimes = true
  /// Whether translations are spoken.
  public internal(set) var isSpeechMuted: Bool
  /// Whole seconds left of the recording limit, when it is near.
  public internal(set) var secondsLeft: Int?

  /// Wishes that every turn's request carries, from the configuration.
  public struct Preferences: Sendable, Equatable {
    /// The voice for each language.
    public var voices: [LanguageTag: String]
    /// Speaking rate.
    public var speed: Double
    /// Whether translations are spoken.
    public var speaks: Bool

    /// Wishes.
    public init(voices: [LanguageTag: String] = [:], speed: Double = 1, speaks: Bool = true) {
      self.voices = voices
      self.speed = speed
      self.speaks = speaks
    }
  }

  let preferences: Preferences
  var interruptedAt: Duration?

  /// A session that has just begun.
  public init(
    source: SourceLanguage, targets: [LanguageTag], recents: [LanguageTag] = [],
    preferences: Preferences = Preferences(), sound: SoundSettings = SoundSettings(),
    devices: DeviceList = DeviceList(capture: "default", playback: "default")
  ) {
    self.source = source
    self.targets = targets
    self.preferences = preferences
    self.sound = sound
    self.devices = devices
    isSpeechMuted = !preferences.speaks
    picker.recents = recents
  }

  /// The turn being recorded.
  public var recordingTurn: Turn.ID? {
    if case .recording(let id, _, _, _) = talk { id } else { nil }
  }

  /// Turns whose recording is complete and that are not over.
  public var pendingCount: Int { entries.count { !$0.stage.isOver && $0.stage != .recording } }

  /// Takes one event in, changes the state, and gives out what is to be done.
  public mutating func update(_ event: Event, at now: Moment) -> [Effect] {
    switch event {
    case .talkStarted: return beginTurn(at: now)
    case .talkLatched: return setTake(.latched)
    case .talkHeld: return setTake(.held)
    case .talkEnded: return endTake(at: now)
    case .talkDiscarded: return discardTake()
    case .talkLimitNear(let seconds): secondsLeft = seconds
    case .command(let command): return perform(command, at: now)
    case .typed(let text): picker.filter?.append(Sanitizer.line(text))

    case .recordingBegan(let id): recordingBegan(id, at: now)
    case .recordingCompleted(let id, let samples, let peak):
      recordingCompleted(id, samples: samples, peak: peak, at: now)
    case .microphone(let state): microphone = state
    case .backend(let state): backend = state
    case .capabilities(let new): capabilities = new

    case .output(let id, let output): change(id) { $0.take(output, at: now.uptime) }
    case .turnEnded(let id): change(id) { $0.end(at: now.uptime) }
    case .turnFailed(let id, let failure, let kept):
      change(id) { $0.conclude(.failed(failure, kept: kept)) }
      notice = failure
    case .speechStarted(let id):
      speaking = id
      changeAny(id) { $0.mark(.firstSampleOut, at: now.uptime) }
    case .speechEnded(let id):
      if speaking == id { speaking = nil }
      changeAny(id) {
        $0.mark(.finished, at: now.uptime)
        if !$0.stage.isOver { $0.speechEnded() }
      }

    case .devicesListed(let side, let found): listed(side, found)
    case .deviceTested(let report): devices.report = Sanitizer.line(report)
    case .unsentListed(let recordings): listed(recordings)
    case .noticed(let new): notice = new
    }
    return []
  }

  /// Changes a turn that is not over; a stale id changes nothing.
  mutating func change(_ id: Turn.ID, _ body: (inout TranscriptEntry) -> Void) {
    changeAny(id) { if !$0.stage.isOver { body(&$0) } }
  }

  private mutating func changeAny(_ id: Turn.ID, _ body: (inout TranscriptEntry) -> Void) {
    guard let index = entries.lastIndex(where: { $0.id == id }) else { return }
    body(&entries[index])
  }
}
