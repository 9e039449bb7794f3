import Glibc

/// Where the built-in engine's program is.
struct EngineLocation: Equatable {
  /// The Python interpreter of the engine's virtual environment.
  var python: String
  /// Folders of models, the first that has a model wins.
  var models: [String]

  /// Looks for it: the configured command; beside the installed program (`PREFIX/lib/voice-translator`); in the
  /// checkout the program was built in. Nil when it is nowhere.
  static func find(configuration: Configuration, paths: Paths, executable: String) -> EngineLocation? {
    let folders = Self.ancestors(of: executable)
    let installed = folders.dropFirst().first.map { $0 + "/lib/voice-translator/venv/bin/python" }
    let candidates =
      configuration.engineCommand.map { [$0] }
      ?? [installed].compactMap { $0 } + folders.map { $0 + "/engine/.venv/bin/python" }
    guard let python = candidates.first(where: { access($0, X_OK) == 0 }) else { return nil }
    let shared = folders.dropFirst().first.map { $0 + "/share/voice-translator/models" }
    let models = [configuration.engineModels, paths.data + "/models", shared].compactMap { $0 }
    return EngineLocation(python: python, models: models)
  }

  /// The folders above a file, nearest first.
  private static func ancestors(of path: String) -> [String] {
    var parts = path.split(separator: "/").dropLast()
    var folders: [String] = []
    while !parts.isEmpty {
      folders.append("/" + parts.joined(separator: "/"))
      parts = parts.dropLast()
    }
    return folders
  }

  /// The running program's own file, with links resolved; empty when the system doesn't tell.
  static func ownExecutable() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return count > 0
      ? String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
  }
}
