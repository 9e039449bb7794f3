/// The backends there are, by the `kind` that the configuration names.
public enum Backends {
  /// How one backend is configured, checked.
  public struct Settings: Sendable {
    /// The name under which the configuration knows it; errors name it so.
    public var name: String
    /// The base URL; for the engine what the `Host` header says.
    public var url: String
    /// The engine's socket.
    public var unixSocket: String?
    /// The key, if it needs one.
    public var key: Secret?
    /// The model that recognises.
    public var recognizeModel = "whisper-1"
    /// An engine that is being started is waited for so long.
    public var patience = Duration.zero
    /// Ask for partial text.
    public var streamsText = false
    /// Upload while the user speaks.
    public var uploadsLive = false
    /// The model that translates.
    public var translateModel = "gpt-4o-mini"
    /// Translate over `/responses` instead of `/chat/completions`.
    public var usesResponses = false
    /// `natural`, `formal` or `informal`.
    public var register = "natural"
    /// The model that speaks.
    public var speakModel = "tts-1"
    /// Its voice.
    public var voice = "alloy"

    /// Settings with the usual models.
    public init(name: String, url: String, unixSocket: String? = nil, key: Secret? = nil) {
      self.name = name
      self.url = url
      self.unixSocket = unixSocket
      self.key = key
    }
  }

  /// One kind of backend, as a whole and as stages of a cascade.
  struct Kind: Sendable {
    var name: String
    var stages: @Sendable (Settings, HTTPClient) -> Stages
  }

  /// A backend's stages, and the engine where it is one.
  public struct Stages: Sendable {
    let recognizer: any Recognizer
    let translator: any Translator
    let synthesizer: any Synthesizer
    let engine: EngineBackend?
  }

  /// Every kind, the default first.
  static let all: [Kind] = [
    Kind(name: "engine") { settings, client in
      let engine = EngineBackend(
        name: settings.name, client: client, url: settings.url, unixSocket: settings.unixSocket,
        key: settings.key,
        patience: settings.patience)
      let stage = EngineStage(engine: engine)
      return Stages(recognizer: stage, translator: stage, synthesizer: stage, engine: engine)
    },
    Kind(name: "openai") { settings, client in
      let service = Service(client: client, backend: settings.name, base: settings.url, key: settings.key)
      let prompt = TranslationPrompt(register: settings.register)
      return Stages(
        recognizer: OpenAIRecognizer(
          service: service, model: settings.recognizeModel, streams: settings.streamsText,
          uploadsLive: settings.uploadsLive),
        translator: settings.usesResponses
          ? ResponsesTranslator(service: service, model: settings.translateModel, prompt: prompt)
          : ChatTranslator(service: service, model: settings.translateModel, prompt: prompt),
        synthesizer: OpenAISynthesizer(service: service, model: settings.speakModel, voice: settings.voice),
        engine: nil)
    },
  ]

  /// The kinds' names, the default first; `cascade` puts stages of others together.
  public static var kinds: [String] { all.map(\.name) + ["cascade"] }

  /// The stages of a backend; nil for an unknown kind.
  public static func stages(kind: String, _ settings: Settings, client: HTTPClient) -> Stages? {
    all.first { $0.name == kind }?.stages(settings, client)
  }

  /// A backend of its own: the engine as one exchange, anything else as a cascade of its stages.
  public static func backend(_ stages: Stages, name: String) -> any TranslationBackend {
    stages.engine ?? cascade(stages, stages, stages, name: name)
  }

  /// A backend made of the recogniser, translator and synthesiser of three.
  public static func cascade(
    _ recognize: Stages, _ translate: Stages, _ speak: Stages, name: String
  ) -> any TranslationBackend {
    CascadeBackend(
      name: name, recognizer: recognize.recognizer, translator: translate.translator,
      synthesizer: speak.synthesizer, engine: recognize.engine ?? translate.engine ?? speak.engine)
  }
}
