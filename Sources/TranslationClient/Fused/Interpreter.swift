import VoiceTranslatorCore

/// A service that does several stages at once: speech or text in, a translation (and its speech) out.
protocol Interpreter: Sendable {
  /// It hears; otherwise it is given the text that another recogniser heard.
  var takesSpeech: Bool { get }

  var service: Service { get }

  /// Interprets one input into one language; `audio` gets the encoded speech as it comes, if the service speaks.
  func interpret(
    _ input: InterpreterInput, _ job: InterpreterJob, emit: @escaping @Sendable (TurnOutput) async -> Void,
    audio: @escaping @Sendable ([UInt8]) async -> Void
  ) async throws(BackendError) -> Interpretation
}

/// What an interpreter is given.
enum InterpreterInput: Sendable {
  case speech(Utterance)
  case text(String)
}

/// What is wanted of an interpreter.
struct InterpreterJob: Sendable {
  var source: LanguageTag?
  var target: LanguageTag
  var wantsSpeech: Bool
  var voice: String?
  var speed: Double
  var terms: [Glossary.Term]
}

/// What an interpreter made of an input.
struct Interpretation: Sendable, Equatable {
  /// What was heard, if the service says so.
  var heard: String?
  var translation: String
}

/// A backend around an interpreter; what that can't do a cascade does.
struct FusedBackend: TranslationBackend {
  let interpreter: any Interpreter
  let cascade: CascadeBackend

  var name: String { cascade.name }

  func capabilities() async throws(BackendError) -> Capabilities { Capabilities() }

  func health() async -> BackendHealth { await cascade.health() }

  func warmUp() async {
    await interpreter.service.warmUp()
    await cascade.warmUp()
  }

  func run(
    _ input: TurnInput, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    switch input {
    case .translation: try await cascade.run(input, request, emit: emit)
    case .text(let text):
      guard !interpreter.takesSpeech else { return try await cascade.run(input, request, emit: emit) }
      await emit(.recognized(Hypothesis(revision: .max, text: text, isFinal: true)))
      try await interpret(.text(text), request.source.tag, request, emit)
    case .speech(let utterance):
      guard !interpreter.takesSpeech else {
        return try await interpret(.speech(utterance), request.source.tag, request, emit)
      }
      let heard = try await cascade.recognizer.recognize(utterance, request, emit: emit)
      guard heard.text.contains(where: { !$0.isWhitespace }) else {
        return await emit(.nothingHeard(.noSpeech))
      }
      try await interpret(.text(heard.text), heard.detected ?? request.source.tag, request, emit)
    }
  }

  private func interpret(
    _ input: InterpreterInput, _ source: LanguageTag?, _ request: TurnRequest,
    _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    var isHeard = !interpreter.takesSpeech
    for target in request.targets {
      let job = InterpreterJob(
        source: source, target: target, wantsSpeech: request.wantsSpeech, voice: request.voices[target],
        speed: request.speed, terms: request.glossary.terms(from: source, to: target))
      let result: Interpretation
      let speech = SpeechBuffer()
      do {
        result = try await interpreter.interpret(input, job, emit: emit) { await speech.take($0) }
      } catch {
        guard request.targets.count > 1, error.kind != .cancelled else { throw error }
        await emit(
          .problem(
            StageProblem(
              stage: error.stage ?? .translate, target: target, message: error.detail, mayPass: error.mayPass)
          ))
        continue
      }
      if let heard = result.heard?.trimmed, !isHeard {
        guard !heard.isEmpty else { return await emit(.nothingHeard(.noSpeech)) }
        await emit(.recognized(Hypothesis(revision: .max, text: heard, isFinal: true)))
        isHeard = true
      }
      guard !result.translation.isEmpty else { return await emit(.nothingHeard(.noSpeech)) }
      try await deliver(result, speech, target, request, emit)
    }
  }

  private func deliver(
    _ result: Interpretation, _ speech: SpeechBuffer, _ target: LanguageTag, _ request: TurnRequest,
    _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    let text = ScriptConversion.fitted(result.translation, to: target)
    let doubt = TranslationCheck.wrongScript(text, target: target)
    await emit(.translated(Translation(target: target, revision: 1, text: text, doubt: doubt)))
    await emit(.milestone(.translated))
    guard request.wantsSpeech, doubt == nil else { return }
    let bytes = await speech.bytes
    if bytes.isEmpty {
      var only = request
      only.targets = [target]
      return try await cascade.run(.translation(text), only, emit: emit)
    }
    await emit(.milestone(.firstSpeech))
    await emit(.speech(SpeechChunk(target: target, bytes: bytes)))
  }
}

/// Speech that comes together with its text: it is held until the text was looked at.
private actor SpeechBuffer {
  private(set) var bytes: [UInt8] = []
  func take(_ new: [UInt8]) { bytes += new }
}
