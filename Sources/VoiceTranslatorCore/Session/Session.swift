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
    /// When the speaker pauses.
    case handsFree
  }

  /// Where keys go when no text field and no overlay is open.
  public enum Focus: Sendable, Equatable {
    /// To talking and the picker.
    case talk
    /// To the lines; the place of the selected turn in the transcript.
    case lines(selected: Int)
  }

  /// What lies over the conversation.
  public enum Overlay: Sendable, Equatable {
    /// The menu of commands; the row the cursor is on.
    case help(row: Int)
    /// The question whether to leave although something would be lost.
    case confirmQuit
    /// The microphones and speakers.
    case devices
    /// The recordings that wait to be translated.
    case unsent
    /// The recent messages, scrolled by so many lines from the newest.
    case messages(scroll: Int)
    /// The newest translation in big letters.
    case bigText
    /// Conversations that were kept.
    case history(HistoryBrowser)
    /// Other readings of a turn, the best first, and the row the cursor is on.
    case readings(of: Turn.ID, [String], row: Int)
    /// The voices of a language, and the row the cursor is on; the first row is the backend's choice.
    case voices(LanguageTag, [String], row: Int)
  }

  /// A notice and when it was given.
  public struct Message: Sendable, Equatable {
    /// The local time.
    public let clock: ClockTime
    /// The notice.
    public let notice: Notice
  }

  /// The language spoken.
  public internal(set) var source: SourceLanguage
  /// The languages to translate to.
  public internal(set) var targets: [LanguageTag]
  /// Who of two people speaks.
  public internal(set) var sides = SideMode.one
  /// Utterances begin and end by themselves.
  public internal(set) var isHandsFree = false
  /// Whether someone is talking.
  public internal(set) var talk = Talk.idle
  /// The turn whose speech plays.
  public internal(set) var speaking: Turn.ID?
  /// All turns, oldest first.
  public internal(set) var transcript = Transcript()
  /// The picker pane.
  public internal(set) var picker = Picker()
  /// The microphone's condition.
  public internal(set) var microphone = MicrophoneState.opening
  /// The backend's condition.
  public internal(set) var backend = BackendState.loading(progress: nil)
  /// What the backend can do.
  public internal(set) var capabilities = Capabilities()
  /// The message on the status line.
  public internal(set) var notice: Notice? {
    didSet { if let notice, notice != oldValue { remember(notice) } }
  }
  /// The newest messages, oldest first.
  public private(set) var messages: [Message] = []
  /// How many messages there were, those that are no longer kept too.
  public private(set) var messageCount = 0
  /// Where keys go.
  public internal(set) var focus = Focus.talk
  /// The open text field.
  public internal(set) var field: Field?
  /// What lies over the conversation.
  public internal(set) var overlay: Overlay?
  /// Volume, speed, pause and mute.
  public internal(set) var sound: SoundSettings
  /// The microphones and speakers, while they are shown.
  public internal(set) var devices: DeviceList
  /// The recordings that wait, while they are shown.
  public internal(set) var unsent = UnsentList()
  /// What part of the conversation is shown.
  public internal(set) var scroll = Scroll.newest
  /// What was searched for last.
  public internal(set) var query: SearchQuery?
  /// Whether times per stage are shown.
  public internal(set) var showsTimes = true
  /// Whether translations are spoken.
  public internal(set) var isSpeechMuted: Bool
  /// The voice for each language.
  public internal(set) var voices: [LanguageTag: String]
  /// Whether nothing goes to disk.
  public internal(set) var isPrivate: Bool
  /// Whole seconds left of the recording limit, when it is near.
  public internal(set) var secondsLeft: Int?
  /// Columns and rows of the terminal, for what moves by pages.
  public internal(set) var size = (columns: 80, rows: 24)

  /// How many turns wait to be sent again.
  public internal(set) var waitingCount = 0

  var preferences: Preferences
  var interruptedAt: Duration?
  /// Turns that were run for an entry after the one that it began with.
  var errands: [Turn.ID: Errand] = [:]
  /// What was typed before, oldest first.
  var typed: [String] = []
  private var lastTurn = 0
  private var clock = ClockTime(hour: 0, minute: 0)

  /// A session that has just begun.
  public init(
    source: SourceLanguage, targets: [LanguageTag], recents: [LanguageTag] = [],
    favourites: [LanguageTag] = [],
    preferences: Preferences = Preferences(), sound: SoundSettings = SoundSettings(),
    devices: DeviceList = DeviceList(capture: "default", playback: "default")
  ) {
    self.source = source
    self.targets = targets
    self.preferences = preferences
    self.sound = sound
    self.devices = devices
    isSpeechMuted = !preferences.speaks
    isPrivate = preferences.isPrivate
    voices = preferences.voices
    picker.recents = recents
    picker.favourites = favourites
    if targets.count > 1 { picker.ticked = targets }
  }

  /// The turns that can still change, and the newest of the others; oldest first.
  public var entries: [TranscriptEntry] { transcript.recent }

  /// The turn being recorded.
  public var recordingTurn: Turn.ID? {
    if case .recording(let id, _, _, _) = talk { id } else { nil }
  }

  /// Nothing is being recorded, translated or spoken.
  public var isIdle: Bool {
    talk == .idle && pendingCount == 0 && speaking == nil && !errands.values.contains { $0.purpose != .text }
  }

  /// Keys are text now, SPACE too.
  public var isTyping: Bool { field != nil }

  /// Side B has a talk key: two people talk, and nothing is open that Enter, which it mostly is, accepts.
  public var sideBTalks: Bool {
    switch overlay {
    case nil, .bigText?: sides != .one && focus == .talk && field == nil
    case .help?, .confirmQuit?, .devices?, .unsent?, .messages?, .readings?, .history?, .voices?: false
    }
  }

  /// Turns whose recording is complete and that are not over.
  public var pendingCount: Int { entries.count { !$0.stage.isOver && $0.stage != .recording } }

  /// Takes one event in, changes the state, and gives out what is to be done.
  public mutating func update(_ event: Event, at now: Moment) -> [Effect] {
    clock = now.clock
    switch event {
    case .talkStarted: return beginTurn(.a, at: now)
    case .talkStartedBySideB: return beginTurn(.b, at: now)
    case .talkLatched: return setTake(.latched)
    case .talkHeld: return setTake(.held)
    case .talkEnded: return endTake(at: now)
    case .talkDiscarded: return discardTake()
    case .voiceBegan: return voiceBegan(at: now)
    case .voiceEnded(let hasWords): return endHandsFreeTake(hasWords: hasWords, at: now)
    case .talkLimitNear(let seconds): secondsLeft = seconds
    case .key(let key): return take(key, at: now)
    case .command(let command): return perform(command, at: now)
    case .typed(let text): field?.editor.insert(text)
    case .wheel(let notches): turnWheel(notches)
    case .resized(let columns, let rows): size = (columns, rows)

    case .recordingBegan(let id): recordingBegan(id, at: now)
    case .recordingCompleted(let id, let samples, let peak):
      recordingCompleted(id, samples: samples, peak: peak, at: now)
    case .microphone(let state): microphone = state
    case .backend(let state): backend = state
    case .capabilities(let new): learn(new)

    case .output(let id, let output): return take(output, of: id, at: now)
    case .turnEnded(let id):
      turnEnded(id, at: now)
      forgetIfNothingWasHeard(id)
    case .turnFailed(let id, let failure, let kept, _): turnFailed(id, failure, kept: kept)
    case .turnResumed(let id): changeAny(id) { $0.resume() }
    case .recordingFound(let recording): return adopt(recording, at: now)
    case .waiting(let count): waitingCount = count
    case .retryDue: break
    case .speechStarted(let id):
      speaking = id
      changeAny(id) { $0.mark(.firstSampleOut, at: now.uptime) }
      return stopListening()
    case .speechEnded(let id):
      if speaking == id { speaking = nil }
      changeAny(id) {
        $0.mark(.finished, at: now.uptime)
        if !$0.stage.isOver { $0.speechEnded() }
      }
      return listenAgain()

    case .devicesListed(let side, let found): listed(side, found)
    case .deviceTested(let report): devices.report = Sanitizer.line(report)
    case .unsentListed(let recordings): listed(recordings)
    case .history(let answer): take(answer)
    case .noticed(let new): notice = new
    case .configurationChanged: break
    case .configured(let new, let source, let targets):
      return configure(new, source: source, targets: targets)
    }
    return []
  }

  /// The name of the next turn.
  mutating func nextTurn() -> Turn.ID {
    lastTurn += 1
    return Turn.ID(lastTurn)
  }

  /// The entry that shows a turn's texts; nil for a turn whose texts are not shown (any more).
  public func entry(ofTurn id: Turn.ID) -> TranscriptEntry? {
    let entry = errands[id].map { $0.purpose == .text ? $0.entry : nil } ?? id
    guard let entry, let index = transcript.index(of: entry) else { return nil }
    return transcript[index]
  }

  /// Changes the entry of a turn, unless it is over; a stale id changes nothing.
  mutating func change(_ id: Turn.ID, _ body: (inout TranscriptEntry) -> Void) {
    changeAny(id) { if !$0.stage.isOver { body(&$0) } }
  }

  /// Changes the entry whose newest texts come from a turn; a stale id changes nothing.
  mutating func changeAny(_ id: Turn.ID, _ body: (inout TranscriptEntry) -> Void) {
    let entry = errands[id].map { $0.purpose == .text ? $0.entry : nil } ?? id
    guard let entry, let index = transcript.index(of: entry), transcript[index].run == id else { return }
    transcript.change(at: index, body)
  }

  private mutating func remember(_ notice: Notice) {
    messages.append(Message(clock: clock, notice: notice))
    messageCount += 1
    if messages.count > 100 { messages.removeFirst() }
  }
}
