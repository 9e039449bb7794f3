import VoiceTranslatorCore

/// Any HTTP service, by configuration alone: one template for each stage it does, or one for all at once.
struct CustomRecognizer: Recognizer, OverHTTP {
  let service: Service
  let template: ServiceTemplate
  let model: String?

  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    let values = TemplateValues(
      source: request.source.tag, model: model, wave: try await service.wave(of: utterance, emit))
    let sent = try await service.sendTemplate(template, values, .recognize)
    let answer = try await TemplateAnswer.read(sent, template) { _ in }
    guard let text = answer.text ?? answer.heard else { throw sent.violation("the answer holds no text") }
    return await Recognition(text: text.trimmed, detected: nil).told(emit)
  }
}

struct CustomTranslator: Translator, OverHTTP {
  let service: Service
  let template: ServiceTemplate
  let model: String?

  func translate(_ passage: Passage, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> TranslatedText
  {
    let values = TemplateValues(
      text: passage.text, source: passage.source, target: passage.target, wantsSpeech: false, model: model)
    let sent = try await service.sendTemplate(template, values, .translate)
    let answer = try await TemplateAnswer.read(sent, template) { _ in }
    return TranslatedText(text: try sent.nonEmpty((answer.text ?? "").trimmed))
  }
}

struct CustomSynthesizer: Synthesizer, OverHTTP {
  let service: Service
  let template: ServiceTemplate
  let settings: Backends.StageSettings

  func speak(_ spoken: SpokenText, audio: @escaping @Sendable ([UInt8]) async -> Void)
    async throws(BackendError)
  {
    let values = TemplateValues(
      text: spoken.text, target: spoken.language, voice: spoken.voice ?? settings.voice, speed: spoken.speed,
      model: settings.model)
    let sent = try await service.sendTemplate(template, values, .speak)
    let heard = AudioFlag()
    _ = try await TemplateAnswer.read(sent, template) { bytes in
      await heard.raise()
      await audio(bytes)
    }
    guard await heard.isRaised else { throw sent.violation("the answer holds no audio") }
  }
}

private actor AudioFlag {
  private(set) var isRaised = false
  func raise() { isRaised = true }
}

struct CustomInterpreter: Interpreter {
  let service: Service
  let template: ServiceTemplate
  let settings: Backends.StageSettings

  var takesSpeech: Bool { !template.takesText }

  func interpret(
    _ input: InterpreterInput, _ job: InterpreterJob, emit: @escaping @Sendable (TurnOutput) async -> Void,
    audio: @escaping @Sendable ([UInt8]) async -> Void
  ) async throws(BackendError) -> Interpretation {
    var values = TemplateValues(
      source: job.source, target: job.target, voice: job.voice ?? settings.voice, speed: job.speed,
      wantsSpeech: job.wantsSpeech, model: settings.model)
    switch input {
    case .text(let text): values.text = text
    case .speech(let utterance): values.wave = try await service.wave(of: utterance, emit)
    }
    let sent = try await service.sendTemplate(template, values, .translate)
    let answer = try await TemplateAnswer.read(sent, template, audio: audio)
    guard let text = answer.text else { throw sent.violation("the answer holds no text") }
    return Interpretation(heard: answer.heard, translation: text.trimmed)
  }
}

extension Service {
  /// A key that the headers of a template ask for goes where they say, and nowhere else.
  fileprivate func sendTemplate(_ template: ServiceTemplate, _ values: TemplateValues, _ stage: Stage)
    async throws(BackendError) -> ServiceAnswer
  {
    let placesKey = template.headers.values.contains { $0.contains("{key}") }
    return try await (placesKey ? withoutKeyField : self).send(template.call(values, key: key), stage)
  }
}

extension Backends.Kind {
  static let custom = Backends.Kind(
    name: "custom", title: "any HTTP service, by configuration", checkedAgainst: nil,
    recognize: .init(codes: "as configured", sends: "as configured"),
    translate: .init(codes: "as configured", sends: "as configured"),
    speak: .init(codes: "as configured", sends: "as configured", receives: "as configured", streams: true),
    interpret: .init(codes: "as configured", sends: "as configured", receives: "as configured"),
    needsURL: true
  ) { (settings, client) throws(Backends.SettingsError) in
    let stages = [
      ("recognize", settings.recognize), ("translate", settings.translate), ("speak", settings.speak),
      ("interpret", settings.interpret),
    ]
    for (name, stage) in stages {
      guard var fault = stage.template?.fault else { continue }
      fault.key = "\(name).\(fault.key)"
      throw fault
    }
    guard stages.contains(where: { $0.1.template != nil }) else {
      throw Backends.SettingsError(
        key: "recognize", reason: "is missing, and so are the other stages",
        remedy: "Say of at least one of recognize, translate, speak and interpret how it is asked.")
    }
    let service = settings.service(client)
    return Backends.Stages(
      recognizer: settings.recognize.template.map {
        CustomRecognizer(service: service, template: $0, model: settings.recognize.model)
      },
      translator: settings.translate.template.map {
        CustomTranslator(service: service, template: $0, model: settings.translate.model)
      },
      synthesizer: settings.speak.template.map {
        CustomSynthesizer(service: service, template: $0, settings: settings.speak)
      },
      interpreter: settings.interpret.template.map {
        CustomInterpreter(service: service, template: $0, settings: settings.interpret)
      })
  }
}
