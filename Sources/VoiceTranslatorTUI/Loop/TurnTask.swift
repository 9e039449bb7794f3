import TranslationClient
import VoiceTranslatorCore

/// One attempt at a turn, from what is left of it to its end: text goes to the loop, speech to the player, and what
/// became of the recording to the disk.
struct TurnTask: Sendable {
  let id: Turn.ID
  let attempt: ResumableTurn
  /// The recording's file; nil when it is in memory only.
  let path: String?
  let speech: SpeechRoute
  let mailbox: Mailbox
  let disk: SerialQueue

  /// Runs until the backend is done. Once the calling task is cancelled nothing more is said.
  func run(on backend: any TranslationBackend) async {
    do throws(BackendError) {
      let problems = try await attempt.run(on: backend) { take($0) }
      guard !Task.isCancelled else { return }
      if !speech.end(id) { mailbox.post(.speechEnded(id)) }
      if let problem = problems.first(where: \.mayPass) {
        // One of several targets is still to be translated: that is no reason to forget what was said.
        keep(Notice("Not all was translated: \(problem.message)."), mayPass: true)
      } else {
        mailbox.post(.turnEnded(id))
        if let path { disk.run { Spool.remove(path) } }
      }
    } catch {
      guard error.kind != .cancelled else { return }
      speech.end(id)
      keep(Notice(error), mayPass: error.mayPass)
    }
  }

  private func take(_ output: TurnOutput) {
    guard !Task.isCancelled else { return }
    if case .speech(let chunk) = output {
      let replaced = speech.take(
        chunk, of: id, targetIndex: attempt.request.targets.firstIndex(of: chunk.target) ?? 0)
      for turn in replaced { mailbox.post(.speechEnded(turn)) }
      mailbox.post(.output(id, .milestone(.firstSpeech)))
    } else {
      mailbox.post(.output(id, output))
    }
  }

  /// Notes how far the turn came, beside its recording, and tells the loop that it waits.
  private func keep(_ notice: Notice, mayPass: Bool) {
    if let path {
      let note = SpoolNote(attempt.request, attempt.progress, failure: notice.message)
      disk.run { Spool.note(note, besides: path) }
    }
    mailbox.post(.turnFailed(id, notice, kept: path != nil, mayPass: mayPass))
  }
}
