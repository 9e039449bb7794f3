import Glibc
import TranslationClient
import VoiceTranslatorCore

/// What every command starts from: the configuration, the folders, the environment.
struct ProgramContext: Sendable {
  private(set) var configuration: Configuration
  let invocation: Invocation
  let paths: Paths
  let environment: [String: String]
  let choices: Choices
  /// Where what happens is told; nil: nowhere.
  var log: Log?

  init(_ invocation: Invocation) throws(ConfigurationError) {
    environment = ProcessEnvironment.variables()
    paths = Paths(environment: environment, userID: getuid())
    self.invocation = invocation
    configuration = try Configuration(Self.layers(invocation, environment: environment, paths: paths))
    choices = Choices(file: paths.choicesFile)
  }

  /// A context as if nothing were configured.
  init(defaultsFor invocation: Invocation) throws(ConfigurationError) {
    environment = ProcessEnvironment.variables()
    paths = Paths(environment: environment, userID: getuid())
    self.invocation = invocation
    configuration = try Configuration(SettingLayers())
    choices = Choices(file: paths.choicesFile)
  }

  /// The configuration as it stands now: the file may have changed since the start.
  func reread() throws(ConfigurationError) -> Configuration {
    try Configuration(Self.layers(invocation, environment: environment, paths: paths))
  }

  /// The same with another configuration.
  func with(_ configuration: Configuration) -> ProgramContext {
    var changed = self
    changed.configuration = configuration
    return changed
  }

  /// The file that holds the configuration, whether it is there or not.
  var configurationFile: String { invocation.options["--config"] ?? paths.configurationFile }

  /// What was set in the file, the environment and by flags.
  static func layers(
    _ invocation: Invocation, environment: [String: String], paths: Paths
  ) throws(ConfigurationError) -> SettingLayers {
    var layers = SettingLayers()
    let file = invocation.options["--config"] ?? paths.configurationFile
    if let text = PrivateFile.read(file) {
      try layers.read(file: text, name: file)
    } else if invocation.has("--config") || errno != ENOENT {
      throw ConfigurationError(
        place: file, key: "", reason: "it can't be read: \(String(cString: strerror(errno)))",
        remedy: "Check the file's name and permissions.")
    }
    try layers.read(environment: environment)
    for setting in invocation.settings {
      try layers.set(setting.path, word: setting.word, place: setting.option)
    }
    return layers
  }

  /// The language spoken: configured, else the last choice, else the locale's.
  var source: SourceLanguage {
    configuration.source ?? .tag(choices.source ?? localeLanguage)
  }

  /// The languages to translate to: configured, else the last choice, else Spanish, or English for who speaks it.
  var targets: [LanguageTag] {
    if let targets = configuration.targets { return targets }
    if !choices.targets.isEmpty { return choices.targets }
    return [source.tag?.language == "es" ? LanguageTag.english : LanguageTag.spanish]
  }

  /// A turn's request as the configuration has it.
  func request(wantsPartials: Bool, wantsSpeech: Bool) -> TurnRequest {
    var request = TurnRequest(
      source: source, targets: targets, wantsPartials: wantsPartials, wantsSpeech: wantsSpeech,
      voices: configuration.voices, speed: configuration.speed)
    request.glossary = configuration.glossary
    return request
  }

  private var localeLanguage: LanguageTag {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.filter { !$0.isEmpty }
    let name = names.first.map { String($0.prefix { $0 != "." && $0 != "@" }) } ?? ""
    // C and POSIX are no languages.
    return LanguageTag(name).flatMap { Language(tag: $0)?.tag }.flatMap { LanguageTag($0.language) }
      ?? LanguageTag.english
  }

}

extension ProgramContext {
  /// Runs `translate` with the configured backend, which is started and ended for it.
  func translate(_ options: TranslateOptions, _ request: TurnRequest? = nil) async -> ExitStatus {
    do {
      let service = try BackendService(self) { Output.note($0) }
      defer { service.stop() }
      let command = TranslateCommand(
        options: options,
        request: request ?? self.request(wantsPartials: false, wantsSpeech: options.wantsSpeech),
        backend: service.backend, stageNames: service.stageNames, playback: playbackConfiguration(), log: log)
      return await command.run()
    } catch {
      Output.note("voice-translator: \(Sanitizer.line(error.message))")
      return .usage
    }
  }
}
