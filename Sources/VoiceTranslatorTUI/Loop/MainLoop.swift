import AudioIO
import Glibc
import VoiceTranslatorCore

/// The one loop: waits for keys, signals and events, lets the session decide, carries out, draws.
///
/// It alone owns the session and the terminal, and runs on the main thread.
final class MainLoop {
  /// At most thirty frames a second.
  private static let frame = Duration.milliseconds(33)
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
  private var session: Session
  private var hold: HoldDetector
  private let start = ContinuousClock.now
  private var isDirty = true
  private var lastFrame = Duration.zero
  private var voice = VoiceActivity()
  private var endStatus: ExitStatus?

  init(
    terminal: Terminal, mailbox: Mailbox, runner: EffectRunner, recorder: Recorder, sound: SoundEffects,
    watch: BackendWatch,
    context: ProgramContext, live: LiveConfiguration, history: HistoryWriter, session: Session,
    hold: HoldDetector
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
    self.session = session
    self.hold = hold
  }

  /// What was learned of this terminal's auto-repeat.
  var timing: HoldDetector.Timing? { hold.timing }

  /// Runs until the user quits, a signal ends the program, or the terminal is gone.
  func run() -> ExitStatus {
    while endStatus == nil {
      wait()
      takeSignals()
      takeKeys()
      for event in mailbox.take() { update(event) }
      decide()
      draw()
    }
    return endStatus ?? .done
  }

  private var now: Duration { ContinuousClock.now - start }

  private func update(_ event: Event) {
    isDirty = true
    if event == .configurationChanged { return rereadConfiguration() }
    let before = session.recordingTurn
    let moment = Moment(uptime: now, clock: LocalTime.clock())
    for effect in session.update(event, at: moment) { carryOut(effect) }
    // The session may end a take that the detector still believes in.
    if before != nil && session.recordingTurn == nil { hold.stop() }
    if context.configuration.keepsHistory && !runner.isPrivate {
      HistoryFollower(writer: history, keepsAudio: context.configuration.keepsAudio)
        .follow(event, session, at: now, samples: runner.samples)
    }
    if case .turnFailed = event { watch.ask() }
    switch event {
    case .turnEnded(let id): runner.forget(id)
    // While it is recorded it may still be run anew.
    case .turnFailed(let id, _, _) where session.recordingTurn != id: runner.forget(id)
    default: break
    }
  }

  /// The file changed: a wrong one gives a message and changes nothing.
  private func rereadConfiguration() {
    do {
      guard let (changed, events) = try live.reread(context) else { return }
      context = changed
      runner.replaceSpeech(context.configuration.replacesSpeech)
      if session.recordingTurn == nil {
        hold = HoldDetector(settings: context.holdSettings, timing: hold.timing)
        hold.hasReleases = terminal.keyboard == .releases
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
    case .allowSpeech: runner.allowSpeech()
    case .replay(let id, let turns): runner.replay(id, orRun: turns)
    case .run(let turn): runner.run(turn)
    case .copy(let text): terminal.copy(text)
    case .setPrivate(let isPrivate): runner.isPrivate = isPrivate
    case .beginConversation: history.beginNew()
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
    var descriptors = [terminal.input, terminal.signals, mailbox.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let planned = nextDeadline
    let limit =
      planned.map { max(0, Int32(clamping: Int((($0 - now) / .milliseconds(1)).rounded(.up)))) } ?? -1
    _ = poll(&descriptors, nfds_t(descriptors.count), limit)
    // Woken much later than asked for, the program was held up (a load, a stop): keys may have been held back too.
    if let planned, now - planned > Self.heldUp { hold.postpone(by: now - planned) }
  }

  private var nextDeadline: Duration? {
    var deadlines: [Duration] = []
    if let deadline = hold.deadline { deadlines.append(deadline) }
    if let deadline = terminal.deadline { deadlines.append(deadline) }
    // While recording, the level and the time move.
    if isDirty || session.recordingTurn != nil { deadlines.append(lastFrame + Self.frame) }
    return deadlines.min()
  }

  // MARK: keys and signals

  private func takeKeys() {
    let events = terminal.read(at: now)
    hold.hasReleases = terminal.keyboard == .releases
    for event in events { take(event) }
    if terminal.isGone { endStatus = .failed }
  }

  private func take(_ event: TerminalEvent) {
    switch event {
    case .key(let key): take(key)
    case .paste(let text): update(.typed(text))
    case .wheel(let notches): update(.wheel(notches))
    case .focus(false): decide(hold.focusLost(at: now))
    case .focus(true):
      hold.focusGained(at: now)
      isDirty = true
    case .keyboardProtocol, .deviceAttributes: isDirty = true
    }
  }

  private func take(_ key: Key) {
    if let side = talkSide(of: key) {
      // While one side talks, the other one's key is as any other.
      if hold.isTaking, side != talking { return decide(hold.otherKey(at: now)) }
      talking = side
      return decide(hold.key(key.action, at: now))
    }
    guard key.action != .release, key.code != .other else { return }
    if key.code != .escape { decide(hold.otherKey(at: now)) }
    update(.key(key))
  }

  /// Whose talk key it is; nil for every other key, and while keys are text.
  private func talkSide(of key: Key) -> Side? {
    guard !session.isTyping, key.modifiers.isDisjoint(with: [.control, .alt]) else { return nil }
    switch key.code {
    case .character(" "): return .a
    case .enter where session.enterTalks: return .b
    default: return nil
    }
  }

  private func takeSignals() {
    for number in terminal.takeSignals() {
      switch number {
      case SIGWINCH, SIGCONT:
        terminal.invalidate()
        isDirty = true
      case SIGTSTP: suspend()
      case SIGINT, SIGQUIT: update(.command(.interrupt))
      default: endStatus = .interrupted
      }
    }
  }

  private func suspend() {
    update(.talkEnded)
    sound.pauseMicrophone()
    terminal.suspend()
    sound.resumeMicrophone()
    isDirty = true
  }

  // MARK: the take

  private var sinceRelease = Duration.zero
  /// Whose talk key was pressed last.
  private var talking = Side.a

  /// Time-outs are judged only after everything the terminal sent was heard.
  private func decide() {
    if hold.isTaking, voice.isHeard(recorder.level.rms) { hold.voiceHeard(at: now) }
    decide(hold.tick(at: now))
  }

  private func decide(_ decisions: [HoldDetector.Decision]) {
    for decision in decisions {
      switch decision {
      case .started: update(talking == .a ? .talkStarted : .talkStartedBySideB)
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

  private func draw() {
    guard endStatus == nil, isDirty || session.recordingTurn != nil,
      now - lastFrame >= Self.frame || lastFrame == .zero
    else { return }
    let size = terminal.size()
    if size != session.size { update(.resized(columns: size.columns, rows: size.rows)) }
    let screen = ScreenContext(
      now: now, level: session.recordingTurn == nil ? nil : recorder.level.rms,
      condition: session.recordingTurn == nil ? nil : SignalCondition(recorder.measure),
      theme: context.configuration.isASCII ? .ascii : .lines,
      palette: Palette(context.configuration.theme), hasReleases: terminal.keyboard == .releases,
      backendName: context.configuration.backend)
    terminal.draw(session.screen(columns: size.columns, rows: size.rows, screen))
    lastFrame = now
    isDirty = false
  }
}
