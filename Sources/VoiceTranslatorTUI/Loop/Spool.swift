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
    /// The process that made it still runs, so it isn't left over.
    var isInUse: Bool
  }

  /// The path of a new recording. `stamp` is the local time as `YYYYMMDD-HHMMSS`.
  func path(for turn: Turn.ID, stamp: String) -> String { "\(folder)/\(stamp)-\(getpid())-\(turn).wav" }

  /// Notes the languages a recording waits for, in the same TOML as the configuration.
  static func note(_ request: TurnRequest, besides path: String) {
    var lines: [String] = []
    switch request.source {
    case .tag(let tag): lines.append("from = \"\(tag)\"")
    case .detect(let candidates):
      lines.append("from = \"auto\"")
      lines.append("alternatives = [\(list(candidates))]")
    }
    lines.append("to = [\(list(request.targets))]")
    _ = PrivateFile.replace(notePath(path), with: lines.joined(separator: "\n") + "\n")
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
      let layers = Self.languages(besides: path)
      return Item(
        name: name, path: path, source: layers?.source, targets: layers?.targets ?? [],
        isInUse: Self.isInUse(name))
    }
  }

  private static func notePath(_ path: String) -> String { String(path.dropLast(".wav".count)) + ".toml" }

  private static func list(_ tags: [LanguageTag]) -> String {
    tags.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  private static func languages(besides path: String) -> Configuration? {
    guard let text = PrivateFile.read(notePath(path)) else { return nil }
    var layers = SettingLayers()
    do {
      try layers.read(file: text, name: notePath(path))
      return try Configuration(layers)
    } catch {
      return nil
    }
  }

  private static func isInUse(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    guard parts.count == 4, let pid = pid_t(parts[2]) else { return false }
    return pid != getpid() && kill(pid, 0) == 0
  }
}
