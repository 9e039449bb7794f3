import Glibc
import TranslationClient
import VoiceTranslatorCore

/// One `[backends.NAME]` table of the configuration.
struct BackendEntry {
  let name: String
  let values: [String: SettingValue]

  /// What the table says, with its key fetched.
  func settings(_ secrets: SecretSource) throws(ConfigurationError) -> Backends.Settings {
    var settings = Backends.Settings(name: name, urls: texts("url"))
    for url in settings.urls where !url.hasPrefix("http://") && !url.hasPrefix("https://") {
      throw error("url", "is no URL", "Write for example \"https://api.example.com/v1\".")
    }
    settings.key = try key(secrets)
    settings.region = text("region")
    settings.connection.caFile = try file("ca_file")
    settings.connection.certificateFile = try file("client_certificate")
    settings.connection.certificateKeyFile = try file("client_key")
    settings.connection.proxy = text("proxy")
    for stage in Stage.allCases { settings.limits[stage] = limits(stage.rawValue) }
    if values.keys.contains(where: { $0.hasPrefix("interpret.") }) {
      settings.limits[.translate] = limits("interpret")
    }
    settings.recognize = stage("recognize")
    settings.translate = stage("translate")
    settings.speak = stage("speak")
    settings.interpret = stage("interpret")
    return settings
  }

  private func limits(_ stage: String) -> TimeLimits {
    var limits = TimeLimits()
    if let seconds = number("connect_s") { limits.connect = .seconds(seconds) }
    if let seconds = number("\(stage).idle_s") { limits.idle = .seconds(seconds) }
    if let seconds = number("\(stage).timeout_s") { limits.total = .seconds(seconds) }
    return limits
  }

  private func stage(_ stage: String) -> Backends.StageSettings {
    var settings = Backends.StageSettings()
    settings.model = text("\(stage).model")
    settings.voice = text("\(stage).voice")
    settings.streams = flag("\(stage).stream")
    // Of the services that speak as OpenAI does, those that can't take it are found out at the first recording.
    settings.uploadsLive =
      values["\(stage).live_upload"].map { $0 == .flag(true) } ?? (text("kind") == "openai")
    settings.usesResponses = text("\(stage).api") == "responses"
    settings.register = text("\(stage).register") ?? settings.register
    if case .integer(let count)? = values["\(stage).context"] { settings.contextLimit = count }
    settings.isStructured = flag("\(stage).structured")
    settings.template = template(stage)
    return settings
  }

  /// How a custom service is asked; nil when the table doesn't say.
  private func template(_ stage: String) -> ServiceTemplate? {
    let keys = [
      "path", "method", "headers", "body", "form", "file", "text", "audio", "error", "heard", "input",
    ]
    guard keys.contains(where: { values["\(stage).\($0)"] != nil }) else { return nil }
    var template = ServiceTemplate()
    template.method = text("\(stage).method") ?? template.method
    template.path = text("\(stage).path") ?? ""
    template.headers = map("\(stage).headers")
    template.body = text("\(stage).body")
    template.form = map("\(stage).form")
    template.file = text("\(stage).file")
    template.heard = text("\(stage).heard")
    template.text = text("\(stage).text")
    template.audio = text("\(stage).audio")
    template.error = text("\(stage).error")
    template.takesText = text("\(stage).input") == "text"
    return template
  }

  private func key(_ secrets: SecretSource) throws(ConfigurationError) -> Secret? {
    for (setting, read) in [
      ("key_env", secrets.variable), ("key_file", secrets.file), ("key_command", secrets.command),
    ] as [(String, (String) throws(SecretSource.Failure) -> Secret)] {
      guard let value = text(setting) else { continue }
      do throws(SecretSource.Failure) {
        return try read(value)
      } catch {
        throw self.error(setting, error.reason, error.remedy)
      }
    }
    return nil
  }

  private func file(_ setting: String) throws(ConfigurationError) -> String? {
    guard let path = text(setting) else { return nil }
    guard access(path, R_OK) == 0 else {
      throw error(
        setting, "names \(path), which can't be read: \(String(cString: strerror(errno)))", "Check the name.")
    }
    return path
  }

  // MARK: values

  func text(_ path: String) -> String? {
    switch values[path] {
    case .text(let text)?: text
    case .texts(let texts)?: texts.first
    default: nil
    }
  }

  private func texts(_ path: String) -> [String] {
    if case .texts(let texts)? = values[path] { texts } else { [] }
  }

  private func flag(_ path: String) -> Bool { values[path] == .flag(true) }

  private func number(_ path: String) -> Double? {
    if case .number(let number)? = values[path] { number } else { nil }
  }

  private func map(_ path: String) -> [String: String] {
    if case .textMap(let map)? = values[path] { map } else { [:] }
  }

  /// An error about one of its settings.
  func error(_ key: String, _ reason: String, _ remedy: String) -> ConfigurationError {
    ConfigurationError(
      place: "configuration", key: Sanitizer.line("backends.\(name).\(key)"), reason: Sanitizer.line(reason),
      remedy: Sanitizer.line(remedy))
  }
}
