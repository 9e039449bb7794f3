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
  private let mailbox: Mailbox
  private let spool: Spool?
  private let disk = SerialQueue()
  private var turns: [Turn.ID: RunningTurn] = [:]
  private var textTurns: [Turn.ID: Task<Void, Never>] = [:]
  /// From now on nothing goes to disk.
  var isPrivate = false

  /// What belongs to a turn until it is over.
  private struct RunningTurn {
    var utterance: Utterance
    var path: String?
    var task: Task<Void, Never>
    var run: Int
  }

  init(
    backend: any TranslationBackend, recorder: Recorder, speech: SpeechRoute, mailbox: Mailbox, spool: Spool?
  ) {
    self.backend = backend
    self.recorder = recorder
    self.speech = speech
    self.mailbox = mailbox
    self.spool = spool
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
    note(request, path)
    turns[id] = RunningTurn(
      utterance: utterance, path: path, task: run(id, .speech(utterance), request, path), run: 0)
  }

  /// Runs a turn anew on the same utterance.
  func restart(_ id: Turn.ID, _ request: TurnRequest) {
    guard var turn = turns[id] else { return }
    turn.task.cancel()
    turn.run += 1
    note(request, turn.path)
    turn.task = run(id, .speech(turn.utterance), request, turn.path)
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
  func cancel(_ id: Turn.ID) {
    turns[id]?.task.cancel()
    textTurns[id]?.cancel()
  }

  func stopSpeech() {
    // Speech that never reached the player is over too.
    for turn in speech.stop() { mailbox.post(.speechEnded(turn)) }
  }
  /// A newer translation's speech stops an older one's, or waits for it.
  func replaceSpeech(_ replaces: Bool) { speech.replaceOlder(replaces) }
  func allowSpeech() { speech.allow() }

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
    textTurns[turn.id] = run(turn.id, input, turn.request, nil)
  }

  /// Writes the choices; the newest wins.
  func save(_ choices: Choices, to file: String) {
    disk.run { _ = PrivateFile.replace(file, with: choices.text) }
  }

  /// The loop heard that a turn is over: forget it.
  func forget(_ id: Turn.ID) {
    turns[id] = nil
    textTurns[id] = nil
  }

  /// Ends everything in bounded time: turns are cancelled, an open recording is completed on disk.
  func shutDown() {
    for task in turns.values.map(\.task) + textTurns.values { task.cancel() }
    recorder.stop()
    disk.finish(within: .seconds(1))
  }

  private func note(_ request: TurnRequest, _ path: String?) {
    guard let path else { return }
    disk.run { Spool.note(request, besides: path) }
  }

  /// One task for the whole turn. A restarted turn's old task is silent from its cancellation on.
  private func run(
    _ id: Turn.ID, _ input: TurnInput, _ request: TurnRequest, _ path: String?
  ) -> Task<Void, Never> {
    Task { [backend, speech, mailbox, disk] in
      do throws(BackendError) {
        try await backend.run(input, request) { output in
          guard !Task.isCancelled else { return }
          if case .speech(let chunk) = output {
            let replaced = speech.take(
              chunk, of: id, targetIndex: request.targets.firstIndex(of: chunk.target) ?? 0)
            for turn in replaced { mailbox.post(.speechEnded(turn)) }
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
