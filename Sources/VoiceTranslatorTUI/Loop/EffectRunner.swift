import AudioIO
import Synchronization
import TranslationClient
import VoiceTranslatorCore

/// Carries out the session's effects: recording, turns, speech, and what is kept on disk.
///
/// Called by the loop on the main thread; nothing here blocks it. What happens is posted to the mailbox.
final class EffectRunner {
  private let backend: any TranslationBackend
  private let recorder: Recorder
  private let speech: SpeechRoute
  let mailbox: Mailbox
  let spool: Spool?
  let player: Player
  let disk = SerialQueue()
  private var turns: [Turn.ID: RunningTurn] = [:]

  /// What belongs to a turn until it is over.
  private struct RunningTurn {
    var utterance: Utterance
    var path: String?
    var task: Task<Void, Never>
    var run: Int
  }

  init(
    backend: any TranslationBackend, recorder: Recorder, player: Player, speech: SpeechRoute,
    mailbox: Mailbox,
    spool: Spool?
  ) {
    self.backend = backend
    self.recorder = recorder
    self.player = player
    self.speech = speech
    self.mailbox = mailbox
    self.spool = spool
  }

  /// Begins recording and runs the turn on what is recorded. `stamp` names the recording on disk.
  func begin(_ id: Turn.ID, _ request: TurnRequest, stamp: String) {
    let utterance = Utterance(turn: id)
    let path = spool?.path(for: id, stamp: stamp)
    recorder.begin(utterance, spoolingTo: path)
    begin(id, utterance, request, path)
  }

  /// Recordings that turns work on.
  var pathsInUse: Set<String> { Set(turns.values.compactMap(\.path)) }

  /// Runs a turn on an utterance, which may still grow.
  func begin(_ id: Turn.ID, _ utterance: Utterance, _ request: TurnRequest, _ path: String?) {
    note(request, path)
    turns[id] = RunningTurn(
      utterance: utterance, path: path, task: run(id, utterance, request, path, run: 0), run: 0)
  }

  /// Runs a turn anew on the same utterance.
  func restart(_ id: Turn.ID, _ request: TurnRequest) {
    guard var turn = turns[id] else { return }
    turn.task.cancel()
    turn.run += 1
    note(request, turn.path)
    turn.task = run(id, turn.utterance, request, turn.path, run: turn.run)
    turns[id] = turn
  }

  func completeUtterance(sinceRelease: Duration) { recorder.end(sinceRelease: sinceRelease) }

  /// Throws the utterance being recorded and its turn away.
  func discard(_ id: Turn.ID) {
    let turn = turns.removeValue(forKey: id)
    turn?.task.cancel()
    recorder.discard()
    if let path = turn?.path { disk.run { Spool.remove(path) } }
  }

  /// Stops a turn at the backend; its recording stays.
  func cancel(_ id: Turn.ID) { turns[id]?.task.cancel() }

  func stopSpeech() {
    // Speech that never reached the player is over too.
    for turn in speech.stop() { mailbox.post(.speechEnded(turn)) }
  }
  func allowSpeech() { speech.allow() }
  func replay(_ id: Turn.ID) { _ = speech.replay(id) }

  /// Writes the choices; the newest wins.
  func save(_ choices: Choices, to file: String) {
    disk.run { _ = PrivateFile.replace(file, with: choices.text) }
  }

  /// The loop heard that a turn is over: forget it.
  func forget(_ id: Turn.ID) { turns[id] = nil }

  /// Ends everything in bounded time: turns are cancelled, an open recording is completed on disk.
  func shutDown() {
    for turn in turns.values { turn.task.cancel() }
    recorder.stop()
    disk.finish(within: .seconds(1))
  }

  private func note(_ request: TurnRequest, _ path: String?) {
    guard let path else { return }
    disk.run { Spool.note(request, besides: path) }
  }

  /// One task for the whole turn. A restarted turn's old task is silent from its cancellation on.
  private func run(
    _ id: Turn.ID, _ utterance: Utterance, _ request: TurnRequest, _ path: String?, run: Int
  ) -> Task<Void, Never> {
    Task { [backend, speech, mailbox, disk] in
      // Until someone speaks nothing leaves the machine; then it goes from the first sample on.
      guard await utterance.speechBegan() else {
        guard !Task.isCancelled else { return }
        let isSilent = utterance.isSilent
        // A recording in which something is to be heard is kept: the gate may be wrong.
        if isSilent, let path { disk.run { Spool.remove(path) } }
        mailbox.postNothingSaid(in: id, isSilent: isSilent, isKept: !isSilent && path != nil)
        return
      }
      do throws(BackendError) {
        try await backend.run(.speech(utterance), request) { output in
          guard !Task.isCancelled else { return }
          if case .speech(let chunk) = output {
            speech.take(chunk, of: id, targetIndex: request.targets.firstIndex(of: chunk.target) ?? 0)
            mailbox.post(.output(id, .milestone(.firstSpeech)))
          } else {
            mailbox.post(.output(id, output))
          }
        }
        guard !Task.isCancelled else { return }
        if !speech.end(id) { mailbox.post(.speechEnded(id)) }
        mailbox.post(.turnEnded(id))
        if let path { disk.run { Spool.remove(path) } }
      } catch {
        guard error.kind != .cancelled else { return }
        speech.end(id)
        mailbox.post(.turnFailed(id, Notice(error), kept: path != nil))
      }
    }
  }
}
