import AudioIO
import Glibc
import VoiceTranslatorCore

/// What the list of waiting recordings does to them.
extension EffectRunner {
  /// The turn number of a recording that is only played: no turn has it.
  private static let played = Turn.ID(0)

  /// Finds what waits: not what a turn is at, nor what another running program works on.
  func listUnsent() {
    guard let spool else { return mailbox.post(.unsentListed([])) }
    var waiting: [String: Turn.ID] = [:]
    var busy: Set<String> = []
    for (id, turn) in turns {
      guard let path = turn.path else { continue }
      if unsent.entries.contains(where: { $0.id == id }) { waiting[path] = id } else { busy.insert(path) }
    }
    disk.run { [mailbox, waiting, busy] in mailbox.post(.unsentListed(spool.waiting(waiting, except: busy))) }
  }

  /// Runs a turn on a recording that waits, as if it had just been said.
  func send(_ id: Turn.ID, unsent name: String, _ request: TurnRequest) {
    guard let path = spool?.path(named: name) else { return }
    let utterance = Utterance(turn: id)
    disk.run { [mailbox] in
      if let samples = Spool.samples(at: path) {
        utterance.append(samples)
        utterance.markSpeech()
      } else {
        mailbox.post(
          .noticed(Notice("The recording \(name) can't be read.", remedy: "Press u to delete it.")))
      }
      utterance.complete()
    }
    begin(id, utterance, request, path)
  }

  func play(unsent name: String) {
    guard let path = spool?.path(named: name) else { return }
    let clip = Clip(turn: Self.played, target: 0, segment: 0, sentence: 0)
    disk.run { [player] in
      player.append(PrivateFile.bytes(path) ?? [], to: clip)
      player.finish(clip)
      player.end(Self.played)
    }
  }

  /// Copies a recording to the folder the program was started in.
  func save(unsent name: String) {
    guard let path = spool?.path(named: name) else { return }
    disk.run { [mailbox] in
      let target = "\(name).wav"
      let isSaved = PrivateFile.bytes(path).map { PrivateFile.replace(target, with: $0) } ?? false
      let reason = String(cString: strerror(errno))
      mailbox.post(
        .noticed(
          isSaved
            ? Notice("The recording was saved as \(target) in the current folder.", isError: false)
            : Notice(
              "The recording can't be saved here: \(reason).",
              remedy: "voice-translator unsent save writes it elsewhere.")))
    }
  }

  func delete(unsent name: String) {
    guard let path = spool?.path(named: name) else { return }
    for (id, turn) in turns where turn.path == path {
      turn.task.cancel()
      turns[id] = nil
      unsent.remove(id)
    }
    tellWaiting()
    disk.run { Spool.remove(path) }
    listUnsent()
  }
}

extension Spool {
  /// The path of a waiting recording.
  func path(named name: String) -> String { "\(folder)/\(name).wav" }

  /// What nobody works on, oldest first; `turns`: those that belong to a turn on the screen.
  func waiting(_ turns: [String: Turn.ID], except busy: Set<String>) -> [UnsentRecording] {
    items().filter { !$0.isInUse && !busy.contains($0.path) }.map { item in
      let count = Self.samples(at: item.path)?.count ?? 0
      return UnsentRecording(
        name: item.name, duration: SpeechFormat.duration(of: count), source: item.source,
        targets: item.targets, turn: turns[item.path])
    }
  }

  /// The samples of a recording; nil when it can't be read.
  static func samples(at path: String) -> [Int16]? {
    PrivateFile.bytes(path).flatMap { try? WAVEFile($0) }?.speechSamples()
  }
}
