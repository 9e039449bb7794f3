import CTerm
import Glibc
import TranslationClient
import VoiceTranslatorCore

/// Makes the configured backends of what the configuration says.
struct BackendTable {
  private let context: ProgramContext
  private let names: [String]
  /// What each backend that has a part in it says, with its key fetched once.
  private var settings: [String: Backends.Settings] = [:]
  /// What all of them send through; it is made when it is asked for the first time, with its thread.
  private let client = LazyClient()

  init(_ context: ProgramContext) throws(ConfigurationError) {
    self.context = context
    names = context.configuration.backends
    for name in names {
      for part in try parts(of: name) where try kind(of: part) == "cascade" {
        throw entry(part).error(
          "kind", "is a cascade within a cascade", "Name the backends of its stages instead.")
      }
    }
    if context.configuration.isOffline, entry("engine").text("url") != nil {
      throw entry("engine").error(
        "url", "leads elsewhere, but only the built-in engine may be used", "Leave --offline out.")
    }
    let secrets = SecretSource(environment: context.environment, keyVariables: keyVariables)
    for name in names {
      for part in try parts(of: name) where settings[part] == nil {
        settings[part] = try entry(part).settings(secrets)
      }
    }
  }

  /// The built-in engine has a part in one of them, if only for the stages that others don't have.
  var needsEngine: Bool {
    get throws(ConfigurationError) {
      for name in names {
        for part in try parts(of: name) where try kind(of: part) == "engine" && entry(part).text("url") == nil
        {
          return true
        }
        guard try kind(of: name) != "cascade" else { continue }
        if try !stages(name, "").isWhole { return true }
      }
      return false
    }
  }

  /// Variables that hold keys: no child program gets them.
  var keyVariables: [String] {
    context.configuration.backendSettings.keys.compactMap { entry($0).text("key_env") }
  }

  func makeBackend(engineSocket: String) throws(ConfigurationError) -> any TranslationBackend {
    var backends: [any TranslationBackend] = []
    for name in names { backends.append(try makeBackend(name, engineSocket)) }
    return Backends.failover(backends)
  }

  /// Which backend does each stage, as configured: the first of several, less what it leaves to others.
  var stageNames: [Stage: String] {
    get throws(ConfigurationError) {
      let parts = try parts(of: names[0])
      var found: [Stage: String] = [:]
      for (index, stage) in Stage.allCases.enumerated() {
        let part = parts.count > 1 ? parts[index] : parts[0]
        found[stage] = try stages(part, "").does(stage) ? part : "engine"
      }
      return found
    }
  }

  private func makeBackend(
    _ name: String, _ engineSocket: String
  ) throws(ConfigurationError) -> any TranslationBackend {
    guard try kind(of: name) == "cascade" else {
      let stages = try stages(name, engineSocket)
      let rest = stages.isWhole ? nil : try self.stages("engine", engineSocket)
      return Backends.backend(stages, rest: rest, name: name)
    }
    let parts = try parts(of: name)
    var all: [Backends.Stages] = []
    for (stage, part) in zip(Stage.allCases, parts) {
      let stages = try stages(part, engineSocket)
      guard stages.has(stage) else {
        throw entry(name).error(
          stage.rawValue, "names '\(part)', which doesn't \(stage.rawValue)", "Name another backend.")
      }
      all.append(stages)
    }
    return Backends.cascade(all[0], all[1], all[2], name: name)
  }

  /// The backends of a cascade's stages, recogniser first; another backend's only part is itself.
  private func parts(of name: String) throws(ConfigurationError) -> [String] {
    guard try kind(of: name) == "cascade" else { return [name] }
    var parts: [String] = []
    for stage in Stage.allCases {
      let part = entry(name).text(stage.rawValue) ?? "engine"
      guard part == "engine" || context.configuration.backendSettings[part] != nil else {
        throw entry(name).error(
          stage.rawValue, "names '\(part)', which is not configured", "Add a [backends.\(part)] table.")
      }
      parts.append(part)
    }
    return parts
  }

  private func kind(of name: String) throws(ConfigurationError) -> String {
    if let kind = entry(name).text("kind") { return kind }
    guard name == "engine" else {
      throw entry(name).error(
        "kind", "is missing", "It must be one of \(Backends.kinds.joined(separator: ", ")).")
    }
    return "engine"
  }

  private func stages(
    _ name: String, _ engineSocket: String
  ) throws(ConfigurationError) -> Backends.Stages {
    let kind = try kind(of: name)
    let entry = entry(name)
    var settings = settings[name] ?? Backends.Settings(name: name, urls: [])
    if kind == "engine", settings.urls.isEmpty {
      settings.urls = ["http://localhost"]
      settings.unixSocket = engineSocket
      settings.patience = .seconds(60)
    }
    do throws(Backends.SettingsError) {
      if let stages = try Backends.stages(kind: kind, settings, client: client.value) { return stages }
    } catch {
      throw entry.error(error.key, error.reason, error.remedy)
    }
    throw entry.error("kind", "is '\(kind)'", "It must be one of \(Backends.kinds.joined(separator: ", ")).")
  }

  private func entry(_ name: String) -> BackendEntry {
    BackendEntry(name: name, values: context.configuration.backendSettings[name] ?? [:])
  }
}

/// A client whose thread is started when there is something for it.
private final class LazyClient {
  lazy var value = HTTPClient(onThreadStart: { ct_guard_thread() })
}
