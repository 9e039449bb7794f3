import AudioIO
import CTerm
import Glibc
import Synchronization
import TranslationClient
import VoiceTranslatorCore

/// The terminal program: puts the parts together, runs the loop, and takes them apart.
struct TerminalCommand {
  let context: ProgramContext

  init(_ context: ProgramContext) { self.context = context }

  func run() throws -> ExitStatus {
    let terminal: Terminal
    do {
      terminal = try openTerminal()
    } catch {
      Output.note(Notice(error))
      return .usage
    }
    defer { terminal.restore() }
    guard let mailbox = Mailbox() else {
      Output.note(Notice("No file can be opened any more.", remedy: "Raise the limit: ulimit -n 256."))
      return .failed
    }
    let asking = Asking()
    func makeService(_ context: ProgramContext) throws(ConfigurationError) -> BackendService {
      try BackendService(
        context, notice: { mailbox.post(.noticed($0)) }, engineChanged: { asking.again() })
    }
    var service = try makeService(context)
    defer { service.stop() }
    let watch = BackendWatch(backend: service.backend, mailbox: mailbox)
    defer { watch.stop() }
    asking.begin(watch)

    let spool = spoolFolder(mailbox)
    let history = HistoryWriter(HistoryFiles(context.paths), backend: context.configuration.backend) {
      mailbox.post(.noticed($0))
    }
    if context.configuration.keepsHistory { history.open(keepingDays: context.configuration.historyDays) }
    let log = context.configuration.isPrivate ? nil : TimingLog(folder: context.paths.state)
    let echo = EchoPath(keepsReference: context.configuration.cancelsEcho)
    let recorder = Recorder(context.captureConfiguration(echo)) { mailbox.post($0) }
    let player = Player(context.playbackConfiguration(echo)) { mailbox.post($0) }
    let runner = EffectRunner(
      backend: service.backend, recorder: recorder, player: player,
      speech: SpeechRoute(player: player, replaces: context.configuration.replacesSpeech), mailbox: mailbox,
      spool: spool, timings: log)
    runner.isPrivate = context.configuration.isPrivate
    recorder.start()
    let live = LiveConfiguration { changed throws(ConfigurationError) in
      // Tried first: when it can't be made, the old one stays. Two engines would want the same socket.
      _ = try BackendTable(changed).makeBackend(engineSocket: "")
      service.stop()
      service = try makeService(changed)
      runner.use(service.backend)
      watch.use(service.backend)
    }
    ConfigurationWatch.start(context.configurationFile) { mailbox.post(.configurationChanged) }

    let timings = TerminalTimings(folder: context.paths.state, terminal: context.environment["TERM"] ?? "")
    let loop = MainLoop(
      terminal: terminal, mailbox: mailbox, runner: runner, recorder: recorder,
      sound: SoundEffects(recorder: recorder, player: player, mailbox: mailbox), watch: watch,
      context: context, live: live, history: history, session: session,
      talk: talkInput(timings.read(), mailbox))
    let status = loop.run()
    terminal.restore()
    runner.shutDown()
    history.finish(within: .seconds(2))
    context.log?.finish()
    player.close()
    if let timing = loop.timing { timings.write(timing) }
    return status
  }

  private func openTerminal() throws(TerminalError) -> Terminal {
    if context.configuration.isLinear { return try Terminal(linear: ()) }
    return try Terminal(
      hasColor: context.configuration.hasColor && context.environment["NO_COLOR", default: ""].isEmpty,
      hasMouse: context.configuration.hasMouse, type: context.environment["TERM"] ?? "")
  }

  /// The talk keys, and the input device if one is to tell of them; says why it can't.
  private func talkInput(_ timing: HoldDetector.Timing?, _ mailbox: Mailbox) -> TalkInput {
    let configuration = context.configuration
    var device: EvdevKeyboard?
    if case .evdev(let path) = configuration.holdSource {
      do throws(EvdevError) {
        device = try EvdevKeyboard(path: path, keys: configuration.talkKeys)
      } catch {
        mailbox.post(.noticed(Notice(error)))
      }
    }
    return TalkInput(
      hold: HoldDetector(settings: context.holdSettings, timing: timing), keys: configuration.talkKeys,
      device: device)
  }

  private var session: Session {
    Session(
      source: context.source, targets: context.targets, recents: context.choices.recents,
      favourites: context.choices.favourites, preferences: context.preferences,
      sound: SoundSettings(volume: context.configuration.volume, speed: context.configuration.playbackSpeed),
      devices: DeviceList(capture: context.captureDevice, playback: context.playbackDevice))
  }

  /// The folder of recordings, if they are kept; says what waits there, and what can't be kept.
  private func spoolFolder(_ mailbox: Mailbox) -> Spool? {
    guard context.configuration.spools else { return nil }
    do {
      try Folder.makePrivate(context.paths.state)
      try Folder.makePrivate(context.paths.unsent)
    } catch {
      mailbox.post(
        .noticed(
          Notice(
            "Recordings can't be kept on disk: \(error.path): \(error.reason).",
            remedy: "They are kept in memory until they are translated.")))
      return nil
    }
    let spool = Spool(folder: context.paths.unsent)
    for item in spool.items() where !item.isInUse {
      mailbox.post(
        .recordingFound(
          WaitingRecording(
            name: item.name, source: item.source ?? context.source,
            targets: item.targets.isEmpty ? context.targets : item.targets, heard: item.progress.heard,
            reason: item.failure ?? "It was recorded before the program ended.")))
    }
    return spool
  }

  /// The watch is made after the engine whose changes it is to follow.
  private final class Asking: Sendable {
    private let watch = Mutex<BackendWatch?>(nil)
    func begin(_ new: BackendWatch) {
      watch.withLock { $0 = new }
      new.ask()
    }
    func again() { watch.withLock { $0 }?.ask() }
  }
}

extension ProgramContext {
  var holdSettings: HoldDetector.Settings { .init(tap: configuration.tap, limit: configuration.limit) }
}

extension Notice {
  fileprivate init(_ error: TerminalError) {
    switch error {
    case .notATerminal:
      self.init(
        "The screen needs a terminal on standard input and output.",
        remedy: "Use voice-translator translate in scripts, or --linear for lines of text.")
    case .unknownType(let type):
      self.init(
        "The terminal type '\(type)' is not known, or can't hold a screen.",
        remedy: "Set TERM to what your terminal is, for example xterm, or use --linear.")
    case .failed(let reason):
      self.init("The terminal can't be used: \(reason).", remedy: "Try another terminal.")
    }
  }
}
