import AudioIO
import Glibc
import VoiceTranslatorCore

/// The one loop: waits for keys, signals and events, lets the session decide, carries out, draws.
///
/// It alone owns the session and the terminal, and runs on the main thread.
final class MainLoop {
  /// At most thirty frames a second.
  private static let frame = Duration.milliseconds(33)
  /// While a turn is waited for, a frame at least so often.
  private static let waitingFrame = Duration.milliseconds(250)
  /// Woken so much later than asked for, the program was held up: silence in that time says nothing.
  private static let heldUp = Duration.milliseconds(100)

  private let terminal: Terminal
  private let mailbox: Mailbox
  private let runner: EffectRunner
  private let recorder: Recorder
  private let sound: SoundEffects
  private let watch: BackendWatch
  private var context: ProgramContext
  private let live: LiveConfiguration
  private let history: HistoryWriter
  private let desk: HistoryDesk
  private var session: Session
  private var talk: TalkInput
  private let start = ContinuousClock.now
  /// The same by the clock that other programs can read.
  private let bootTime = LocalTime.sinceBoot()
  private var timed: Set<Turn.ID> = []
  private var isDirty = true
  private var lastFrame = Duration.zero
  /// When everything that the terminal had sent was read.
  private var lastRead = Duration.zero
  private var voice = VoiceActivity()
  private var narrator = Narrator()
  private var endStatus: ExitStatus?

  init(
    terminal: Terminal, mailbox: Mailbox, runner: EffectRunner, recorder: Recorder, sound: SoundEffects,
    watch: BackendWatch,
    context: ProgramContext, live: LiveConfiguration, history: HistoryWriter, session: Session,
    talk: TalkInput
  ) {
    self.terminal = terminal
    self.mailbox = mailbox
    self.runner = runner
    self.recorder = recorder
    self.sound = sound
    self.watch = watch
    self.context = context
    self.live = live
    self.history = history
    desk = HistoryDesk(writer: history, home: context.environment["HOME"] ?? "") { mailbox.post($0) }
    self.session = session
    self.talk = talk
  }

  /// What was learned of this terminal's auto-repeat.
  var timing: HoldDetector.Timing? { talk.hold.timing }

  /// Runs until the user quits, a signal ends the program, or the terminal is gone.
  func run() -> ExitStatus {
    tell()
    while endStatus == nil {
      wait()
      takeSignals()
      takeKeys()
      for event in mailbox.take() { update(event) }
      decide()
      if terminal.isGone { inputIsOver() }
      draw()
    }
    return endStatus ?? .done
  }

  private var now: Duration { ContinuousClock.now - start }

  private func update(_ event: Event) {
    isDirty = true
    context.log?.note(event)
    if event == .configurationChanged { return rereadConfiguration() }
    let before = session.recordingTurn
    let moment = Moment(uptime: now, clock: LocalTime.clock())
    for effect in session.update(event, at: moment) { carryOut(effect) }
    // The session may end a take that the detector still believes in.
    if before != nil && session.recordingTurn == nil { talk.stop() }
    if isRecorded {
      HistoryFollower(writer: history, keepsAudio: context.configuration.keepsAudio)
        .follow(event, session, at: now, samples: runner.samples)
    }
    tell()
    switch event {
    case .turnFailed(let id, _, _, let mayPass):
      runner.failed(id, mayPass: mayPass)
      watch.ask()
    case .turnEnded(let id):
      runner.forget(id)
      recordTiming(of: id)
    case .speechEnded(let id): recordTiming(of: id)
    case .retryDue: watch.ask()
    case .backend(let state): runner.backendChanged(to: state)
    default: break
    }
  }

  private var isRecorded: Bool { context.configuration.keepsHistory && !runner.isPrivate }

  /// Once per turn, when all of it was said.
  private func recordTiming(of id: Turn.ID) {
    guard let index = session.transcript.index(of: id),
      let timing = TurnTiming(
        session.transcript[index], backend: context.configuration.backend, start: bootTime),
      timed.insert(id).inserted
    else { return }
    runner.record(timing)
  }

  /// The file changed: a wrong one gives a message and changes nothing.
  private func rereadConfiguration() {
    do {
      guard let (changed, events) = try live.reread(context) else { return }
      context = changed
      runner.replaceSpeech(context.configuration.replacesSpeech)
      if session.recordingTurn == nil {
        talk.configure(context.holdSettings, keys: context.configuration.talkKeys)
      }
      for event in events { update(event) }
    } catch {
      update(.noticed(Notice(error.message, remedy: "Until then the configuration before holds.")))
    }
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .beginTurn(let id, let request): runner.begin(id, request, stamp: LocalTime.stamp())
    case .restartTurn(let id, let request): runner.restart(id, request)
    case .completeUtterance: runner.completeUtterance(sinceRelease: sinceRelease)
    case .discardTurn(let id): runner.discard(id)
    case .cancelTurn(let id): runner.cancel(id)
    case .stopSpeech: runner.stopSpeech()
    case .holdSpeech: runner.holdSpeech()
    case .listen(let isOn): runner.listen(isOn)
    case .allowSpeech: runner.allowSpeech()
    case .replay(let id, let turns): runner.replay(id, orRun: turns)
    case .run(let turn): runner.run(turn)
    case .adopt(let id, let recording): runner.adopt(id, recording: recording)
    case .sendWaiting(let id): runner.sendWaiting(id)
    case .copy(let text): terminal.copy(text)
    case .setPrivate(let isPrivate): runner.isPrivate = isPrivate
    case .beginConversation: history.beginNew()
    case .history(let request): desk.carryOut(request, session, at: now, keepsHistory: isRecorded)
    case .redraw: terminal.invalidate()
    case .suspend: suspend()
    case .saveChoices:
      runner.save(Choices(session), to: context.paths.choicesFile)
    case .muteMicrophone, .pauseSpeech, .setVolume, .setPlaybackSpeed, .listDevices, .useDevice, .testDevice:
      sound.carryOut(effect, output: session.devices.chosen[.playback] ?? "default")
    case .listUnsent: runner.listUnsent()
    case .sendUnsent(let id, let name, let request): runner.send(id, unsent: name, request)
    case .playUnsent(let name): runner.play(unsent: name)
    case .saveUnsent(let name): runner.save(unsent: name)
    case .deleteUnsent(let name): runner.delete(unsent: name)
    case .quit: endStatus = .done
    }
  }

  // MARK: waiting

  private func wait() {
    // poll(2) skips negative numbers.
    var descriptors = [terminal.input, terminal.signals, mailbox.descriptor, talk.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let busy = now - lastRead
    let planned = nextDeadline
    let limit =
      planned.map { max(0, Int32(clamping: Int((($0 - now) / .milliseconds(1)).rounded(.up)))) } ?? -1
    _ = poll(&descriptors, nfds_t(descriptors.count), limit)
    // Reading was held up (a load, a blocked write, a stop): keys may have been held back, too.
    let late = planned.map { max(now - max($0, lastRead + busy), .zero) } ?? .zero
    if busy + late > Self.heldUp { talk.postpone(by: busy + late) }
  }

  private var nextDeadline: Duration? {
    var deadlines: [Duration] = []
    if let deadline = talk.hold.deadline { deadlines.append(deadline) }
    if let deadline = terminal.deadline { deadlines.append(deadline) }
    // While recording, the level and the time move.
    if !terminal.isLinear {
      if isDirty || session.recordingTurn != nil { deadlines.append(lastFrame + Self.frame) }
      // While a turn is waited for, the seconds of a slow stage count up; or down to the next attempt.
      if session.pendingCount > 0 || session.isCountingDown {
        deadlines.append(lastFrame + Self.waitingFrame)
      }
    }
    return deadlines.min()
  }

  // MARK: keys and signals

  private func takeKeys() {
    let events = terminal.read(at: now)
    lastRead = now
    talk.terminalTells(terminal.mode)
    for event in events {
      let before = terminal.mode
      terminal.note(event)
      talk.terminalTells(terminal.mode)
      if terminal.mode != before { modeChanged() }
      take(event)
    }
    takeDeviceKeys()
  }

  /// A terminal that is gone ends the program; keys from a file or a pipe may end while their turns go on.
  private func inputIsOver() {
    guard terminal.isLinear else { return endStatus = .failed }
    if session.isIdle { endStatus = .done }
  }

  private func take(_ event: TerminalEvent) {
    switch event {
    case .key(let key): take(key)
    case .paste(let text): update(.typed(text))
    case .wheel(let notches): update(.wheel(notches))
    case .focus(let isOurs):
      decide(talk.focus(isOurs, at: now))
      isDirty = true
    case .keyboardProtocol, .deviceAttributes, .cursorColumn: isDirty = true
    }
  }

  private func take(_ key: Key) {
    talk.hasTwoSides = session.sideBTalks
    if let decisions = talk.take(key, isTyping: session.isTyping, at: now) { return decide(decisions) }
    guard key.action != .release, key.meansSomething else { return }
    if key.code != .escape { decide(talk.otherKey(at: now)) }
    update(.key(key))
  }

  private func takeDeviceKeys() {
    guard talk.descriptor != nil else { return }
    talk.hasTwoSides = session.sideBTalks
    if let decisions = talk.readDevice(isTyping: session.isTyping, at: now) { return decide(decisions) }
    talk.terminalTells(terminal.mode)
    update(
      .noticed(
        Notice(
          "The input device is gone.", remedy: "Now the terminal tells what is held; start again to read it.")
      ))
  }

  /// The terminal has answered how it tells held keys.
  private func modeChanged() {
    isDirty = true
    guard talk.descriptor == nil, terminal.mode == .withoutProtocol, talk.keys.a.needsProtocol else { return }
    update(
      .noticed(
        Notice(
          "This terminal doesn't tell of \(talk.keys.a.title) alone.",
          remedy: "Choose another --talk-key, or read the keyboard itself with --hold-source.")))
  }

  private func takeSignals() {
    for number in terminal.takeSignals() {
      switch number {
      case SIGWINCH, SIGCONT:
        terminal.invalidate()
        isDirty = true
      case SIGTSTP: suspend()
      default: endStatus = .interrupted
      }
    }
  }

  private func suspend() {
    update(.talkEnded)
    sound.pauseMicrophone()
    terminal.suspend()
    talk.resume(at: now)
    sound.resumeMicrophone()
    if session.isHandsFree { recorder.listen(session.speaking == nil) }
    isDirty = true
  }

  // MARK: the take

  private var sinceRelease = Duration.zero

  /// Time-outs are judged only after everything the terminal sent was heard.
  private func decide() {
    if talk.hold.isTaking, voice.isHeard(recorder.level.rms) { talk.voiceHeard(at: now) }
    decide(talk.tick(at: now))
  }

  private func decide(_ decisions: [HoldDetector.Decision]) {
    for decision in decisions {
      switch decision {
      case .started: update(talk.side == .a ? .talkStarted : .talkStartedBySideB)
      case .latched: update(.talkLatched)
      case .held: update(.talkHeld)
      case .ended(let since):
        sinceRelease = since
        update(.talkEnded)
        sinceRelease = .zero
      case .limitNear(let seconds): update(.talkLimitNear(seconds))
      }
    }
  }

  // MARK: drawing

  private var screenContext: ScreenContext {
    var screen = ScreenContext(
      now: now, level: session.recordingTurn == nil ? nil : recorder.level.rms,
      condition: session.recordingTurn == nil ? nil : SignalCondition(recorder.measure),
      theme: context.configuration.isASCII || terminal.drawsWideFrames ? .ascii : .lines,
      palette: Palette(context.configuration.theme), mode: talk.mode(terminal.mode),
      timing: talk.hold.timing, backendName: context.configuration.backend)
    screen.reorders = context.configuration.reordersRightToLeft
    return screen
  }

  private func tell() {
    guard terminal.isLinear else { return }
    for line in narrator.lines(session, screenContext) { terminal.say(line) }
  }

  private func draw() {
    guard !terminal.isLinear else { return isDirty = false }
    guard endStatus == nil,
      isDirty || session.recordingTurn != nil || session.pendingCount > 0 || session.isCountingDown,
      now - lastFrame >= Self.frame || lastFrame == .zero
    else { return }
    let size = terminal.size()
    if size != session.size { update(.resized(columns: size.columns, rows: size.rows)) }
    let onlyTimePassed = !isDirty && session.pendingCount == 0 && !session.isCountingDown
    if onlyTimePassed, let shown = terminal.shown, (shown.columns, shown.rows) == size {
      terminal.draw(session.screen(as: shown, screenContext))
    } else {
      terminal.draw(session.screen(columns: size.columns, rows: size.rows, screenContext))
    }
    lastFrame = now
    isDirty = false
  }
}
