public import VoiceTranslatorCore

/// The backends there are, by the `kind` that the configuration names: the default first.
///
/// A new one is one file with its stages and its row, named here.
public enum Backends {
  /// One kind of backend: what it can do, and how it is made.
  struct Kind: Sendable {
    var name: String
    /// Its name for people.
    var title: String
    /// The client or server, written by others, that this one's requests or answers were tested with; nil: none,
    /// only its documentation was read.
    var checkedAgainst: String?
    var recognize: StageDescription?
    var translate: StageDescription?
    var speak: StageDescription?
    var interpret: StageDescription?
    /// There is no usual place for it.
    var needsURL = false
    /// Its hosts have a region in their names.
    var needsRegion = false
    var make: @Sendable (Settings, HTTPClient) throws(SettingsError) -> Stages
  }

  /// Every kind, the default first.
  static let all: [Kind] = [
    .engine, .openAI, .openAIAudio, .openAITranslations, .whisperCpp, .azure, .deepgram, .elevenLabs, .google,
    .ollama, .libreTranslate, .deepL, .apertium, .piper, .openTTS, .custom,
  ]

  /// The kinds' names, the default first; `cascade` puts stages of others together.
  public static var kinds: [String] { all.map(\.name) + ["cascade"] }

  /// What each kind is and can do, for people and programs.
  public static var descriptions: [KindDescription] { all.map(KindDescription.init) }

  /// The stages of a backend; nil for an unknown kind.
  public static func stages(kind: String, _ settings: Settings, client: HTTPClient) throws(SettingsError)
    -> Stages?
  {
    guard let kind = all.first(where: { $0.name == kind }) else { return nil }
    guard !kind.needsURL || !settings.urls.isEmpty || settings.unixSocket != nil else {
      throw SettingsError(key: "url", reason: "is missing", remedy: "Write where the service is.")
    }
    guard !kind.needsRegion || settings.region != nil || !settings.urls.isEmpty else {
      throw SettingsError(
        key: "region", reason: "is missing", remedy: "Write for example region = \"westeurope\".")
    }
    return try kind.make(settings, client)
  }

  /// A backend of its own: the engine as one exchange, a fused service, or a cascade of stages. Stages that it
  /// doesn't have are those of `rest`.
  public static func backend(_ stages: Stages, rest: Stages?, name: String) -> any TranslationBackend {
    if let engine = stages.engine { return engine }
    let cascade = cascade(stages, stages, stages, rest: rest, name: name)
    return stages.interpreter.map { FusedBackend(interpreter: $0, cascade: cascade) } ?? cascade
  }

  /// A backend made of the recogniser, translator and synthesiser of three.
  public static func cascade(
    _ recognize: Stages, _ translate: Stages, _ speak: Stages, name: String
  ) -> any TranslationBackend {
    cascade(recognize, translate, speak, rest: nil, name: name)
  }

  private static func cascade(
    _ recognize: Stages, _ translate: Stages, _ speak: Stages, rest: Stages?, name: String
  ) -> CascadeBackend {
    let recognizer = recognize.recognizer ?? rest?.recognizer
    let translator = translate.translator ?? rest?.translator
    let synthesizer = speak.synthesizer ?? rest?.synthesizer
    let usesRest =
      recognize.recognizer == nil || translate.translator == nil || speak.synthesizer == nil
    let missing = MissingStage(backend: name)
    return CascadeBackend(
      name: name, recognizer: recognizer ?? missing, translator: translator ?? missing,
      synthesizer: synthesizer ?? missing,
      engine: recognize.engine ?? translate.engine ?? speak.engine ?? (usesRest ? rest?.engine : nil))
  }

  /// Several backends, each of which goes on where the one before it failed.
  public static func failover(_ backends: [any TranslationBackend]) -> any TranslationBackend {
    backends.count == 1 ? backends[0] : FailoverBackend(name: backends[0].name, backends)
  }
}

extension Backends {
  /// A backend's stages, and the engine where it is one. What it doesn't have is nil.
  public struct Stages: Sendable {
    var recognizer: (any Recognizer)?
    var translator: (any Translator)?
    var synthesizer: (any Synthesizer)?
    var interpreter: (any Interpreter)?
    var engine: EngineBackend?

    /// Whether it has a stage of its own.
    public func has(_ stage: Stage) -> Bool {
      switch stage {
      case .recognize: recognizer != nil
      case .translate: translator != nil
      case .speak: synthesizer != nil
      }
    }

    /// Whether it does a stage, if only as a part of a whole turn.
    public func does(_ stage: Stage) -> Bool { engine != nil || interpreter != nil || has(stage) }

    /// Whether it needs nobody else's stages for a whole turn.
    public var isWhole: Bool { engine != nil || Stage.allCases.allSatisfy(has) }
  }

  /// A setting that a kind can't do with, or without.
  public struct SettingsError: Error, Equatable, Sendable {
    /// Its path below the backend's table.
    public var key: String
    /// To follow the key's name.
    public var reason: String
    /// What is allowed.
    public var remedy: String
  }
}

/// Stands where a backend has no such stage and no other was named for it.
private struct MissingStage: Recognizer, Translator, Synthesizer {
  let backend: String
  var services: [Service] { [] }

  func languages() async throws(BackendError) -> Set<LanguageTag>? { nil }

  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition { throw error(.recognize) }

  func translate(_ passage: Passage, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> TranslatedText
  { throw error(.translate) }

  func speak(_ spoken: SpokenText, audio: @escaping @Sendable ([UInt8]) async -> Void)
    async throws(BackendError)
  { throw error(.speak) }

  private func error(_ stage: Stage) -> BackendError {
    BackendError(.rejected, backend: backend, stage: stage, detail: "it doesn't \(stage.rawValue)")
  }
}
