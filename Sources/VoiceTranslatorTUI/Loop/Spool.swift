import Glibc
import VoiceTranslatorCore

/// Recordings whose translation is not complete: one WAVE file each, and beside it the languages it waits for.
///
/// A recording's name tells when it was made and by which process, so that a second running program's
/// recordings are not taken for leftovers.
struct Spool: Sendable {
  let folder: String

  /// One waiting recording.
  struct Item: Equatable {
    /// The file's name without `.wav`, which is what the user calls it.
    var name: String
    var path: String
    var source: SourceLanguage?
    var targets: [LanguageTag]
    /// How far its turn came.
    var progress: TurnProgress
    /// Why it waits, a sentence; nil: the program ended before its turn did.
    var failure: String?
    /// The process that made it still runs, so it isn't left over.
    var isInUse: Bool
  }

  /// The path of a new recording. `stamp` is the local time as `YYYYMMDD-HHMMSS`.
  func path(for turn: Turn.ID, stamp: String) -> String { "\(folder)/\(stamp)-\(getpid())-\(turn).wav" }

  /// Notes what a recording waits for, and how far it came.
  static func note(_ note: SpoolNote, besides path: String) {
    _ = PrivateFile.replace(notePath(path), with: note.text)
  }

  /// Removes a recording and its note.
  static func remove(_ path: String) {
    unlink(path)
    unlink(notePath(path))
  }

  /// All waiting recordings, oldest first.
  func items() -> [Item] {
    Folder.names(in: folder).filter { $0.hasSuffix(".wav") }.map { file in
      let name = String(file.dropLast(".wav".count))
      let path = "\(folder)/\(file)"
      let note = SpoolNote(PrivateFile.read(Self.notePath(path)) ?? "")
      return Item(
        name: name, path: path, source: note.source, targets: note.targets, progress: note.progress,
        failure: note.failure, isInUse: Self.isInUse(name))
    }
  }

  private static func notePath(_ path: String) -> String { String(path.dropLast(".wav".count)) + ".toml" }

  private static func isInUse(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    guard parts.count == 4, let pid = pid_t(parts[2]) else { return false }
    return pid != getpid() && kill(pid, 0) == 0
  }
}
