import ConversationHistory
import Synchronization
import VoiceTranslatorCore

/// Writes the conversation on the screen into the history, on a thread of its own.
///
/// Nothing here blocks the caller, and nothing that goes wrong with the history stops a conversation: it is told once,
/// and what couldn't be written is tried again with the next utterance.
final class HistoryWriter: Sendable {
  /// A conversation in the database, and its name everywhere.
  private struct Place {
    var id: Int
    var uuid: String
  }

  private struct State {
    var store: HistoryStore?
    /// The conversation on the screen; nil until something is said in it.
    var conversation: Place?
    /// Where each utterance was written: what becomes of it later belongs there too, whatever was begun meanwhile.
    var places: [Int: Place] = [:]
    /// Utterances of conversations that were forgotten.
    var forgotten: Set<Int> = []
    var pending: [ConversationUtterance] = []
    var hasTold = false
    var isRefused = false
    var isDamaged = false
  }
  private let state = Mutex(State())
  private let disk = SerialQueue()
  private let files: HistoryFiles
  private let backend: String
  private let notice: @Sendable (Notice) -> Void

  /// So many utterances wait for a disk that is full; the oldest are given up then.
  private static let mostPending = 1_000

  /// A writer for conversations with a backend; `notice` hears of troubles, on any thread.
  init(_ files: HistoryFiles, backend: String, notice: @escaping @Sendable (Notice) -> Void) {
    self.files = files
    self.backend = backend
    self.notice = notice
  }

  /// Opens the history and deletes what is older than so many days (0: nothing).
  func open(keepingDays days: Int) {
    run { [files] state throws(HistoryError) in
      let store = try Self.store(&state, files, self.notice)
      guard days > 0 else { return }
      files.forgetAudio(try store.forget(endedBefore: LocalTime.timestamp().daysBefore(days)))
    }
  }

  /// Writes an utterance, or what became of it since it was written.
  func record(_ utterance: ConversationUtterance) {
    run { state throws(HistoryError) in
      guard !state.forgotten.contains(utterance.number) else { return }
      state.pending.removeAll { $0.number == utterance.number }
      state.pending.append(utterance)
      if state.pending.count > Self.mostPending { state.pending.removeFirst() }
      try self.writePending(&state)
    }
  }

  /// Keeps the recording of an utterance that was written.
  func keep(_ samples: [Int16], of number: Int) {
    run { [files] state throws(HistoryError) in
      guard let uuid = state.places[number]?.uuid else { return }
      if !files.keep(samples, uuid, number) {
        throw HistoryError.failed(file: files.audioFolder(uuid), reason: "the recording can't be written")
      }
    }
  }

  /// What is said from now on belongs to another conversation.
  func beginNew() { run { $0.conversation = nil } }

  /// Deletes a conversation for good. If it is the one on the screen, what is said next begins another.
  func forget(_ id: Int) {
    run { [files] state throws(HistoryError) in
      if state.conversation?.id == id {
        state.conversation = nil
        state.pending = []
      }
      for (number, place) in state.places where place.id == id {
        state.places[number] = nil
        state.forgotten.insert(number)
      }
      files.forgetAudio(try Self.store(&state, files, self.notice).forget([id]))
    }
  }

  /// Runs a question on the history's thread, with the number of the conversation on the screen, if it has one; what
  /// goes wrong is told as a notice.
  func ask(_ question: @escaping @Sendable (HistoryStore, _ current: Int?) throws(HistoryError) -> Void) {
    disk.run { [self] in
      state.withLock { state in
        do throws(HistoryError) {
          try question(try Self.store(&state, files, notice), state.conversation?.id)
        } catch {
          notice(Notice(error))
        }
      }
    }
  }

  /// Waits for what is being written.
  func finish(within limit: Duration) { disk.finish(within: limit) }

  private func run(_ job: @escaping @Sendable (inout State) throws(HistoryError) -> Void) {
    disk.run { [self] in
      state.withLock { state in
        guard !state.isRefused else { return }
        do throws(HistoryError) {
          try job(&state)
          state.hasTold = false
        } catch {
          failed(error, &state)
        }
      }
    }
  }

  private func writePending(_ state: inout State) throws(HistoryError) {
    let store = try Self.store(&state, files, notice)
    while let utterance = state.pending.first {
      let known = state.places[utterance.number]
      let place = if let known { known } else { try conversation(&state, beganAt: utterance.began, store) }
      try store.record(utterance, in: place.id)
      state.places[utterance.number] = place
      state.pending.removeFirst()
    }
  }

  private func conversation(
    _ state: inout State, beganAt time: Timestamp, _ store: HistoryStore
  ) throws(HistoryError) -> Place {
    if let conversation = state.conversation { return conversation }
    let uuid = UUIDText.random()
    let id = try store.begin(Conversation(uuid: uuid, began: time, ended: time, backend: backend))
    let place = Place(id: id, uuid: uuid)
    state.conversation = place
    return place
  }

  private func failed(_ error: HistoryError, _ state: inout State) {
    switch error {
    case .damaged:
      // Found while it was in use: it is looked at, set aside and begun anew.
      state.store = nil
      state.conversation = nil
      state.places = [:]
      state.isDamaged = true
      guard !state.hasTold else { return }
      state.hasTold = true
      do throws(HistoryError) { try writePending(&state) } catch { notice(Notice(error)) }
      return
    case .newerSchema: state.isRefused = true
    default: break
    }
    if !state.hasTold { notice(Notice(error)) }
    state.hasTold = true
  }

  private static func store(
    _ state: inout State, _ files: HistoryFiles, _ notice: (Notice) -> Void
  ) throws(HistoryError) -> HistoryStore {
    if let store = state.store { return store }
    let opened = try files.open(isKnownDamaged: state.isDamaged)
    state.isDamaged = false
    if let path = opened.setAside { notice(Notice(historySetAside: path)) }
    state.store = opened.store
    return opened.store
  }
}

/// Random UUIDs (RFC 9562, version 4).
enum UUIDText {
  static func random() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }
}
