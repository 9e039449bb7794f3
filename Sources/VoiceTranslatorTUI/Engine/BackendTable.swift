import CTerm
import Glibc
import TranslationClient
import VoiceTranslatorCore

/// Makes the configured backend of what the configuration says.
struct BackendTable {
  private let context: ProgramContext
  private let name: String

  init(_ context: ProgramContext) throws(ConfigurationError) {
    self.context = context
    name = context.configuration.backend
    for part in try parts(of: name) where try kind(of: part) == "cascade" {
      throw Self.error(
        part, "kind", "is a cascade within a cascade", "Name the backends of its stages instead.")
    }
  }

  /// The engine has a part in it.
  var needsEngine: Bool {
    get throws(ConfigurationError) {
      for part in try parts(of: name) where try kind(of: part) == "engine" && text(part, "url") == nil {
        return true
      }
      return false
    }
  }

  /// Variables that hold keys: no child program gets them.
  var keyVariables: [String] { context.configuration.backendSettings.keys.compactMap { text($0, "key_env") } }

  func makeBackend(engineSocket: String) throws(ConfigurationError) -> any TranslationBackend {
    let client = HTTPClient(onThreadStart: { ct_guard_thread() })
    guard try kind(of: name) == "cascade" else {
      return Backends.backend(try stages(name, client, engineSocket), name: name)
    }
    let parts = try parts(of: name)
    let all = [
      try stages(parts[0], client, engineSocket), try stages(parts[1], client, engineSocket),
      try stages(parts[2], client, engineSocket),
    ]
    return Backends.cascade(all[0], all[1], all[2], name: name)
  }

  /// The backends of a cascade's stages, recogniser first; another backend's only part is itself.
  private func parts(of name: String) throws(ConfigurationError) -> [String] {
    guard try kind(of: name) == "cascade" else { return [name] }
    var parts: [String] = []
    for stage in ["recognize", "translate", "speak"] {
      let part = text(name, stage) ?? "engine"
      guard part == "engine" || context.configuration.backendSettings[part] != nil else {
        throw Self.error(
          name, stage, "names '\(part)', which is not configured", "Add a [backends.\(part)] table.")
      }
      parts.append(part)
    }
    return parts
  }

  private func kind(of name: String) throws(ConfigurationError) -> String {
    if let kind = text(name, "kind") { return kind }
    guard name == "engine" else {
      throw Self.error(
        name, "kind", "is missing", "It must be one of \(Backends.kinds.joined(separator: ", ")).")
    }
    return "engine"
  }

  private func stages(
    _ name: String, _ client: HTTPClient, _ engineSocket: String
  ) throws(ConfigurationError) -> Backends.Stages {
    let kind = try kind(of: name)
    var settings = Backends.Settings(name: name, url: text(name, "url") ?? "")
    settings.key = try key(of: name)
    if kind == "engine", settings.url.isEmpty {
      settings.url = "http://localhost"
      settings.unixSocket = engineSocket
      settings.patience = .seconds(60)
    }
    guard settings.url.hasPrefix("http://") || settings.url.hasPrefix("https://") else {
      throw Self.error(
        name, "url", settings.url.isEmpty ? "is missing" : "is no URL",
        "Write for example \"https://api.example.com/v1\".")
    }
    settings.recognizeModel = text(name, "recognize.model") ?? settings.recognizeModel
    settings.streamsText = flag(name, "recognize.stream")
    settings.uploadsLive = flag(name, "recognize.live_upload")
    settings.translateModel = text(name, "translate.model") ?? settings.translateModel
    settings.usesResponses = text(name, "translate.api") == "responses"
    settings.register = text(name, "translate.register") ?? settings.register
    settings.speakModel = text(name, "speak.model") ?? settings.speakModel
    settings.voice = text(name, "speak.voice") ?? settings.voice
    guard let stages = Backends.stages(kind: kind, settings, client: client) else {
      throw Self.error(
        name, "kind", "is '\(kind)'", "It must be one of \(Backends.kinds.joined(separator: ", ")).")
    }
    return stages
  }

  /// The key from its variable or file. A file that others can read is no place for a key.
  private func key(of name: String) throws(ConfigurationError) -> Secret? {
    if let variable = text(name, "key_env") {
      guard let key = context.environment[variable], !key.isEmpty else {
        throw Self.error(
          name, "key_env", "names \(variable), which is not set", "Set it: export \(variable)=…")
      }
      return Secret(key)
    }
    guard let file = text(name, "key_file") else { return nil }
    var status = stat()
    guard stat(file, &status) == 0, let key = PrivateFile.read(file) else {
      throw Self.error(
        name, "key_file", "names \(file), which can't be read: \(String(cString: strerror(errno)))",
        "Check the name.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw Self.error(name, "key_file", "names \(file), which others can read", "Run chmod 600 \(file).")
    }
    return Secret(key)
  }

  private func text(_ name: String, _ path: String) -> String? {
    if case .text(let text)? = context.configuration.backendSettings[name]?[path] { text } else { nil }
  }

  private func flag(_ name: String, _ path: String) -> Bool {
    context.configuration.backendSettings[name]?[path] == .flag(true)
  }

  private static func error(_ name: String, _ key: String, _ reason: String, _ remedy: String)
    -> ConfigurationError
  {
    ConfigurationError(
      place: "configuration", key: Sanitizer.line("backends.\(name).\(key)"), reason: Sanitizer.line(reason),
      remedy: Sanitizer.line(remedy))
  }
}
