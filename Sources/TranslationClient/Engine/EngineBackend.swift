import FoundationEssentials
import VoiceTranslatorCore

/// The built-in engine, or one like it elsewhere: a whole turn in one two-way exchange (`POST /v1/turns`).
struct EngineBackend: TranslationBackend {
  /// The name under which the configuration knows it.
  let name: String
  private let service: Service
  /// An engine that is being started (again) is waited for so long.
  private let patience: Duration

  /// An engine behind a Unix socket or a URL.
  init(
    name: String, client: HTTPClient, url: String, unixSocket: String?, key: Secret?, patience: Duration
  ) {
    self.name = name
    self.patience = patience
    service = Service(client: client, backend: name, bases: [url], unixSocket: unixSocket, key: key)
  }

  func capabilities() async throws(BackendError) -> Capabilities {
    try await get("/v1/capabilities", as: EngineCapabilities.self).capabilities
  }

  func health() async -> BackendHealth {
    do {
      return try await get("/healthz", as: EngineHealth.self).health
    } catch {
      return .failing(error)
    }
  }

  func warmUp() async {
    // A request that the server answers at once leaves its connection in the pool.
    _ = await health()
  }

  func run(
    _ input: TurnInput, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    try await runTurn(input, request, stage: nil, emit: emit)
  }

  /// Runs a turn, or one stage of it when another backend does the rest.
  func runTurn(
    _ input: TurnInput, _ request: TurnRequest, stage: Stage?,
    emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    try await waitUntilReachable()
    let upload = UploadStream()
    let path = "/v1/turns?" + query(request, isTranslation: input.isTranslation)
    let call = ServiceCall("POST", path, type: input.contentType, body: .stream(upload))
    // The body goes up in a child task, which is cancelled and awaited at the end of this one: the answer comes
    // down meanwhile.
    async let _: Void = {
      await input.send(into: upload)
      if !Task.isCancelled { await emit(.milestone(.inputSent)) }
    }()
    let answer = try await service.sendOnce(call, stage)
    guard answer.contentType == "application/x-ndjson" else {
      throw answer.violation("the answer is \(answer.contentType)")
    }
    try await read(answer, stage, emit)
  }

  /// What is said while the engine starts is recorded meanwhile, and its turn waits here.
  private func waitUntilReachable() async throws(BackendError) {
    let deadline = ContinuousClock.now + patience
    while case .failing(let error) = await health(), error.kind == .unreachable {
      guard ContinuousClock.now < deadline else { throw error }
      do { try await Task.sleep(for: .milliseconds(50)) } catch {
        throw BackendError(.cancelled, backend: name, host: service.host)
      }
    }
  }

  private func read(
    _ answer: ServiceAnswer, _ stage: Stage?, _ emit: @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    var splitter = LineSplitter()
    var isDone = false
    do {
      try await answer.pieces { bytes in
        for line in try splitter.lines(bytes) where !line.isEmpty && !isDone {
          let line = try JSONDecoder().decode(EngineLine.self, from: Data(line))
          if line.type == "done" { isDone = true }
          if line.type == "problem" { try await report(line, emit) }
          for output in line.outputs { await emit(output) }
        }
      }
    } catch  where isDone && error.kind != .cancelled {
      // All was said before the connection broke.
    }
    if !isDone { throw answer.failure(.failed, "the answer broke off") }
  }

  /// A problem of one target is told and the turn goes on; one without a target ends it.
  private func report(_ line: EngineLine, _ emit: @Sendable (TurnOutput) async -> Void)
    async throws(BackendError)
  {
    let message = Sanitizer.line(line.message ?? line.code ?? "unknown problem", limit: 200)
    let stage: Stage? =
      switch line.stage {
      case "recognise", "recognize": .recognize
      case "translate": .translate
      case "speak": .speak
      default: nil
      }
    if let target = line.target.flatMap({ LanguageTag($0) }) {
      await emit(.problem(StageProblem(stage: stage ?? .translate, target: target, message: message)))
      return
    }
    let kind: BackendError.Kind =
      switch line.code {
      case "unsupported_language": .unsupportedLanguages
      case "busy", "rate_limited": .rateLimited(retryAfter: nil)
      case "too_large", "too_long": .tooLarge
      default: .failed
      }
    throw BackendError(kind, backend: name, host: service.host, stage: stage, detail: message)
  }

  private func get<Answer: Decodable>(_ path: String, as type: Answer.Type) async throws(BackendError)
    -> Answer
  {
    var limits = TimeLimits()
    limits.idle = .seconds(10)
    return try await service.sendOnce(ServiceCall("GET", path), nil, limits: limits).json(
      type, "to \(path) can't be read")
  }

  /// The glossary's words, as many of them as the engine takes (500 characters).
  private static func prompt(_ words: [String]) -> String {
    words.reduce(into: "") { prompt, word in
      let longer = prompt.isEmpty ? word : prompt + ", " + word
      if longer.unicodeScalars.count <= 500 { prompt = longer }
    }
  }

  private func query(_ request: TurnRequest, isTranslation: Bool) -> String {
    var query = Query()
    switch request.source {
    case .tag(let tag): query.add("from", tag.description)
    case .detect(let candidates):
      query.add("from", "auto")
      for tag in candidates { query.add("alt", tag.description) }
    }
    for target in request.targets { query.add("to", target.description) }
    for (tag, voice) in request.voices.sorted(by: { $0.key < $1.key }) {
      query.add("voice", "\(tag):\(voice)")
    }
    query.add("speed", String(request.speed))
    query.add("partial", request.wantsPartials ? "1" : "0")
    query.add("speech", request.wantsSpeech ? "1" : "0")
    if isTranslation { query.add("stage", "speak") }
    let words = Self.prompt(request.glossary.words(in: request.source))
    if !words.isEmpty { query.add("prompt", words) }
    return query.text
  }
}

extension TurnInput {
  fileprivate var isTranslation: Bool { if case .translation = self { true } else { false } }

  fileprivate var contentType: String {
    if case .speech = self {
      "audio/L16;rate=\(SpeechFormat.sampleRate)"
    } else {
      "text/plain; charset=utf-8"
    }
  }

  /// Sends the input as it comes to be. The engine takes the samples little-endian, as they are recorded.
  fileprivate func send(into upload: UploadStream) async {
    switch self {
    case .speech(let utterance):
      for await samples in utterance.chunks { upload.push(SpeechFormat.littleEndianBytes(samples)) }
    case .text(let text), .translation(let text): upload.push(Array(text.utf8))
    }
    if !Task.isCancelled { upload.finish() }
  }
}
