import AudioIO
import Synchronization
import TranslationClient
import VoiceTranslatorCore

/// Carries out the session's effects: recording, turns, speech, and what is kept on disk.
///
/// Called by the loop on the main thread; nothing here blocks it. What happens is posted to the mailbox.
final class EffectRunner {
  private var backend: any TranslationBackend
  private let recorder: Recorder
  private let speech: SpeechRoute
  let mailbox: Mailbox
  let spool: Spool?
  let player: Player
  private let timings: TimingLog?
  let disk = SerialQueue()
  /// Turns that are not over, and those that wait to be sent again.
  var turns: [Turn.ID: RunningTurn] = [:]
  var unsent = UnsentQueue()
  var isBackendFailing = false
  let start = ContinuousClock.now
  private var textTurns: [Turn.ID: Task<Void, Never>] = [:]
  /// From now on nothing goes to disk.
  var isPrivate = false

  /// What belongs to a turn until it is over.
  struct RunningTurn {
    var utterance: Utterance
    var path: String?
    var attempt: ResumableTurn
    var task: Task<Void, Never>
  }

  init(
    backend: any TranslationBackend, recorder: Recorder, player: Player, speech: SpeechRoute,
    mailbox: Mailbox, spool: Spool?, timings: TimingLog?
  ) {
    self.backend = backend
    self.recorder = recorder
    self.player = player
    self.speech = speech
    self.mailbox = mailbox
    self.spool = spool
    self.timings = timings
    if let timings { disk.run { timings.trim() } }
  }

  /// Turns that begin from now on run on this backend.
  func use(_ backend: any TranslationBackend) { self.backend = backend }

  /// What was recorded of a turn that isn't over yet; nil for others.
  func samples(of id: Turn.ID) -> [Int16]? { turns[id]?.utterance.samples }

  /// Begins recording and runs the turn on what is recorded. `stamp` names the recording on disk.
  func begin(_ id: Turn.ID, _ request: TurnRequest, stamp: String) {
    let utterance = Utterance(turn: id)
    let path = isPrivate ? nil : spool?.path(for: id, stamp: stamp)
    recorder.begin(utterance, spoolingTo: path)
    // The connection is made while the user speaks.
    Task { [backend] in await backend.warmUp() }
    begin(id, utterance, request, path)
  }

  /// Runs a turn on an utterance, which may still grow.
  func begin(_ id: Turn.ID, _ utterance: Utterance, _ request: TurnRequest, _ path: String?) {
    speech.expect(id)
    let attempt = ResumableTurn(.speech(utterance), request)
    note(SpoolNote(request), path)
    turns[id] = RunningTurn(utterance: utterance, path: path, attempt: attempt, task: run(id, attempt, path))
  }

  /// Runs a turn anew on the same utterance.
  func restart(_ id: Turn.ID, _ request: TurnRequest) {
    guard var turn = turns[id] else { return }
    turn.task.cancel()
    speech.forget(id, isAgain: true)
    turn.attempt = ResumableTurn(.speech(turn.utterance), request)
    note(SpoolNote(request), turn.path)
    turn.task = run(id, turn.attempt, turn.path)
    turns[id] = turn
  }

  func completeUtterance(sinceRelease: Duration) { recorder.end(sinceRelease: sinceRelease) }

  /// Throws the utterance being recorded and its turn away.
  func discard(_ id: Turn.ID) {
    let turn = turns.removeValue(forKey: id)
    turn?.task.cancel()
    speech.forget(id, isAgain: false)
    recorder.discard()
    unsent.remove(id)
    if let path = turn?.path { disk.run { Spool.remove(path) } }
  }

  /// Stops a turn at the backend; its recording stays.
  func cancel(_ id: Turn.ID) {
    turns[id]?.task.cancel()
    speech.forget(id, isAgain: false)
    textTurns[id]?.cancel()
  }

  func stopSpeech() {
    // Speech that never reached the player is over too.
    for turn in speech.stop() { mailbox.post(.speechEnded(turn)) }
  }
  func holdSpeech() { speech.hold() }
  /// A newer translation's speech stops an older one's, or waits for it.
  func replaceSpeech(_ replaces: Bool) { speech.replaceOlder(replaces) }
  func allowSpeech() { speech.allow() }
  func listen(_ isOn: Bool) { recorder.listen(isOn) }

  /// Speaks a turn again; when its speech isn't kept any more, it is made anew.
  func replay(_ id: Turn.ID, orRun others: [TextTurn]) {
    let isKept = speech.replay(id)
    for turn in others { if isKept { mailbox.post(.turnEnded(turn.id)) } else { run(turn) } }
  }

  /// Runs a turn on text.
  func run(_ turn: TextTurn) {
    let input: TurnInput =
      switch turn.input {
      case .text(let text): .text(text)
      case .translation(let text): .translation(text)
      }
    textTurns[turn.id] = run(turn.id, ResumableTurn(input, turn.request), nil)
  }

  /// Keeps when a turn passed its milestones.
  func record(_ timing: TurnTiming) {
    guard let timings, !isPrivate else { return }
    disk.run { timings.add(timing) }
  }

  /// Writes the choices; the newest wins.
  func save(_ choices: Choices, to file: String) {
    disk.run { _ = PrivateFile.replace(file, with: choices.text) }
  }

  /// The loop heard that a turn is over: forget it.
  func forget(_ id: Turn.ID) {
    turns[id] = nil
    textTurns[id] = nil
    if unsent.entries.contains(where: { $0.id == id }) { sent(id) }
  }

  /// Ends everything in bounded time: turns are cancelled, an open recording is completed on disk.
  func shutDown() {
    for task in turns.values.map(\.task) + textTurns.values { task.cancel() }
    recorder.stop()
    disk.finish(within: .seconds(1))
  }

  private func note(_ note: SpoolNote, _ path: String?) {
    guard let path else { return }
    disk.run { Spool.note(note, besides: path) }
  }

  /// One task for the whole turn. A restarted turn's old task is silent from its cancellation on.
  func run(_ id: Turn.ID, _ attempt: ResumableTurn, _ path: String?) -> Task<Void, Never> {
    let task = TurnTask(id: id, attempt: attempt, path: path, speech: speech, mailbox: mailbox, disk: disk)
    return Task { [backend] in await task.run(on: backend) }
  }
}
