import VoiceTranslatorCore

extension Backends.Kind {
  /// Every request to the engine itself is one exchange; its stages are for cascades.
  static let engine = Backends.Kind(
    name: "engine", title: "the built-in engine", checkedAgainst: "itself",
    recognize: .init(
      codes: "BCP 47", sends: "audio/L16", streams: true, uploadsLive: true, alternatives: true),
    translate: .init(codes: "BCP 47", sends: "text/plain"),
    speak: .init(codes: "BCP 47", sends: "text/plain", receives: "audio/mpeg", streams: true, textLimit: 4096)
  ) { settings, client in
    let engine = EngineBackend(
      name: settings.name, client: client, url: settings.urls.first ?? "http://localhost",
      unixSocket: settings.unixSocket, key: settings.key, patience: settings.patience)
    return Backends.Stages(
      recognizer: EngineRecognizer(engine: engine), translator: EngineTranslator(engine: engine),
      synthesizer: EngineSynthesizer(engine: engine), engine: engine)
  }

  private static let openAIURL = "https://api.openai.com/v1"
  /// 25 MiB of WAVE, the limit of OpenAI and of most who speak as it does.
  private static let longestUpload = Duration.seconds(800)

  static let openAI = Backends.Kind(
    name: "openai", title: "OpenAI, and servers that speak as it does", checkedAgainst: "openai 3.57.0",
    recognize: .init(
      codes: "ISO 639-1", sends: "multipart/form-data, audio/wav", streams: true, uploadsLive: true,
      longest: longestUpload),
    translate: .init(codes: "names", sends: "application/json", streams: true),
    speak: .init(sends: "application/json", receives: "audio/mpeg", streams: true, textLimit: 4096)
  ) { settings, client in
    let service = settings.service(client, default: openAIURL)
    let translate = settings.translate
    let model = translate.model ?? "gpt-4o-mini"
    return Backends.Stages(
      recognizer: SplittingRecognizer(
        base: OpenAIRecognizer(
          service: service, model: settings.recognize.model ?? "whisper-1",
          streams: settings.recognize.streams,
          uploadsLive: settings.recognize.uploadsLive),
        longest: longestUpload, isLive: settings.recognize.uploadsLive),
      translator: ModelTranslator(
        model: translate.usesResponses
          ? ResponsesModel(service: service, model: model) : ChatModel(service: service, model: model),
        prompt: TranslationPrompt(translate), contextLimit: translate.contextLimit),
      synthesizer: OpenAISynthesizer(
        service: service, model: settings.speak.model ?? "tts-1", voice: settings.speak.voice ?? "alloy"))
  }

  static let openAITranslations = Backends.Kind(
    name: "openai-translations", title: "OpenAI's /audio/translations, to English only",
    checkedAgainst: "openai 3.57.0",
    interpret: .init(
      languages: [.english], sends: "multipart/form-data, audio/wav", longest: longestUpload)
  ) { settings, client in
    let service = settings.service(client, default: openAIURL)
    return Backends.Stages(
      synthesizer: OpenAISynthesizer(
        service: service, model: settings.speak.model ?? "tts-1", voice: settings.speak.voice ?? "alloy"),
      interpreter: TranslationsInterpreter(service: service, model: settings.interpret.model ?? "whisper-1"))
  }

  static let openAIAudio = Backends.Kind(
    name: "openai-audio", title: "chat completions that hear and speak", checkedAgainst: "openai 3.57.0",
    interpret: .init(codes: "names", sends: "application/json, base64 WAVE", receives: "base64 MP3")
  ) { settings, client in
    let service = settings.service(client, default: openAIURL)
    return Backends.Stages(
      interpreter: AudioChatInterpreter(
        service: service, model: settings.interpret.model ?? "gpt-4o-audio-preview",
        voice: settings.interpret.voice ?? "alloy", prompt: TranslationPrompt(settings.interpret)))
  }

  static let whisperCpp = Backends.Kind(
    name: "whispercpp", title: "whisper.cpp's own server", checkedAgainst: nil,
    recognize: .init(codes: "ISO 639-1", sends: "multipart/form-data, audio/wav"), needsURL: true
  ) { settings, client in
    Backends.Stages(
      recognizer: OpenAIRecognizer(service: settings.service(client), model: "whisper-1", path: "/inference"))
  }

  static let ollama = Backends.Kind(
    name: "ollama", title: "Ollama", checkedAgainst: nil,
    translate: .init(codes: "names", sends: "application/json", streams: true)
  ) { (settings, client) throws(Backends.SettingsError) in
    guard let model = settings.translate.model else {
      throw Backends.SettingsError(
        key: "translate.model", reason: "is missing",
        remedy: "Write the name of a model that ollama list shows.")
    }
    let service = settings.service(client, default: "http://127.0.0.1:11434")
    return Backends.Stages(
      translator: ModelTranslator(
        model: OllamaModel(service: service, model: model), prompt: TranslationPrompt(settings.translate),
        contextLimit: settings.translate.contextLimit))
  }
}

extension TranslationPrompt {
  fileprivate init(_ settings: Backends.StageSettings) {
    self.init(register: settings.register, isStructured: settings.isStructured)
  }
}
