import AudioIO
import TranslationClient
import VoiceTranslatorCore

/// Turns that failed and are sent again: when the backend can be reached again, or when the user wants it.
extension EffectRunner {
  private var now: Duration { ContinuousClock.now - start }

  /// A turn failed: it waits in its place, and is tried again later if that may help.
  func failed(_ id: Turn.ID, mayPass: Bool) {
    guard turns[id] != nil else { return }
    unsent.add(id, mayPass: mayPass, at: now)
    tellWaiting()
    // One that the user wanted sent doesn't hold up those after it.
    sendNext()
    guard let due = unsent.retryAt else { return }
    let pause = max(.zero, due - now)
    Task { [mailbox] in
      do { try await Task.sleep(for: pause) } catch { return }
      mailbox.post(.retryDue)
    }
  }

  /// A turn that waited was sent with success.
  func sent(_ id: Turn.ID) {
    unsent.remove(id)
    tellWaiting()
    sendNext()
  }

  /// The user wants a turn sent now, or everything.
  func sendWaiting(_ id: Turn.ID?) {
    unsent.want(id)
    sendNext()
  }

  /// Sends the next that may be sent.
  func sendNext() {
    guard let id = unsent.next(at: now), var turn = turns[id] else { return }
    mailbox.post(.turnResumed(id))
    turn.task = run(id, turn.attempt, turn.path)
    turns[id] = turn
  }

  /// Takes a recording of an earlier run as a turn of this one. It is not spoken: who was to hear it may be gone.
  func adopt(_ id: Turn.ID, recording name: String) {
    guard let item = spool?.items().first(where: { $0.name == name && !$0.isInUse }),
      let samples = Spool.samples(at: item.path)
    else { return }
    let utterance = Utterance(turn: id, samples: samples)
    let request = TurnRequest(
      source: item.source ?? .detect([]), targets: item.targets, wantsPartials: false, wantsSpeech: false)
    turns[id] = RunningTurn(
      utterance: utterance, path: item.path,
      attempt: ResumableTurn(.speech(utterance), request, progress: item.progress), task: Task {})
    unsent.add(id, mayPass: true, at: now)
    unsent.mayRetry()
    tellWaiting()
    sendNext()
  }

  /// The backend's condition changed: when it can be reached again, what waits is sent.
  func backendChanged(to state: BackendState) {
    defer { if case .failing = state { isBackendFailing = true } else { isBackendFailing = false } }
    guard state == .ready else { return }
    if isBackendFailing { unsent.mayRetry() }
    sendNext()
  }

  func tellWaiting() { mailbox.post(.waiting(unsent.entries.count)) }
}
