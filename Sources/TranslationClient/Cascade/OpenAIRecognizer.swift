import FoundationEssentials
import VoiceTranslatorCore

/// `POST /audio/transcriptions`, as OpenAI and compatible servers have it.
struct OpenAIRecognizer: Recognizer {
  let service: Service
  let model: String
  /// Ask for partial text; a server that can't stream answers whole, which is fine too.
  let streams: Bool
  /// Upload while the user speaks, for servers known to take a WAV of unknown length.
  let uploadsLive: Bool

  private struct Answer: Decodable {
    var text: String
    var language: String?
  }

  private struct Event: Decodable {
    var type: String
    var delta: String?
    var text: String?
  }

  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    var form = MultipartForm()
    form.add("model", model)
    // Only the long answer names the language, and the gpt models don't have it.
    let isToDetect = request.source.tag == nil && !model.hasPrefix("gpt-")
    form.add("response_format", isToDetect ? "verbose_json" : "json")
    // One ISO 639-1 hint; without it the server detects.
    if let tag = request.source.tag { form.add("language", tag.language) }
    if streams { form.add("stream", "true") }
    let response =
      uploadsLive ? try await sendLive(form, utterance, emit) : try await sendWhole(form, utterance, emit)
    let heard =
      response.contentType == "text/event-stream"
      ? Recognition(text: try await readEvents(response, emit), detected: nil)
      : try await readWhole(response, request)
    if let detected = heard.detected { await emit(.detected(detected, probability: 1)) }
    if !heard.text.isEmpty {
      await emit(.recognized(Hypothesis(revision: .max, text: heard.text, isFinal: true)))
      await emit(.milestone(.recognized))
    }
    return heard
  }

  private func sendWhole(
    _ form: MultipartForm, _ utterance: Utterance, _ emit: @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> HTTPResponse {
    for await _ in utterance.chunks {}
    guard !Task.isCancelled else {
      throw BackendError(.cancelled, backend: service.backend, stage: .recognize)
    }
    let samples = utterance.samples
    let body =
      form.head(file: "file", filename: "utterance.wav", type: "audio/wav")
      + WAVEHeader.bytes(samples: samples.count) + SpeechFormat.littleEndianBytes(samples) + form.tail
    await emit(.milestone(.inputSent))
    return try await service.sendRepeatedly(
      service.request("POST", "/audio/transcriptions", type: form.contentType, body: .bytes(body)), .recognize
    )
  }

  private func sendLive(
    _ form: MultipartForm, _ utterance: Utterance, _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> HTTPResponse {
    let upload = UploadStream()
    async let _: Void = {
      upload.push(
        form.head(file: "file", filename: "utterance.wav", type: "audio/wav") + WAVEHeader.bytes(samples: nil)
      )
      for await samples in utterance.chunks { upload.push(SpeechFormat.littleEndianBytes(samples)) }
      guard !Task.isCancelled else { return }
      upload.push(form.tail)
      upload.finish()
      await emit(.milestone(.inputSent))
    }()
    do {
      return try await service.send(
        service.request("POST", "/audio/transcriptions", type: form.contentType, body: .stream(upload)),
        .recognize)
    } catch  where Self.mayWantLength(error) {
      // Many servers want to know the length: the whole utterance is still here to be sent again.
      return try await sendWhole(form, utterance, emit)
    }
  }

  /// A server that takes no body of unknown length says so (400, 411), hangs up, or fails.
  private static func mayWantLength(_ error: BackendError) -> Bool {
    switch error.kind {
    case .rejected, .unreachable, .failed, .protocolViolation: true
    default: false
    }
  }

  private func readWhole(_ response: HTTPResponse, _ request: TurnRequest) async throws(BackendError)
    -> Recognition
  {
    let bytes = try await service.bytes(response, .recognize)
    guard response.contentType != "text/html" else {
      throw BackendError(violation: "the answer is a web page", service.context(.recognize))
    }
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)) else {
      throw BackendError(violation: "the answer holds no text", service.context(.recognize))
    }
    let detected = request.source.tag == nil ? answer.language.flatMap(Self.tag) : nil
    return Recognition(text: answer.text.trimmed, detected: detected)
  }

  /// Servers name a language by its code or, as whisper-1 does, by its English name.
  private static func tag(_ word: String) -> LanguageTag? {
    Language.all.first { $0.englishName.lowercased() == word.lowercased() }?.tag
      ?? LanguageTag(word).flatMap { Language(tag: $0)?.tag }
  }

  private func readEvents(
    _ response: HTTPResponse, _ emit: @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> String {
    var text = ""
    var final: String?
    var revision = 0
    try await service.readEvents(response, .recognize) { data in
      guard let event = try? JSONDecoder().decode(Event.self, from: Data(data)) else { return }
      switch event.type {
      case "transcript.text.delta":
        text += event.delta ?? ""
        revision += 1
        await emit(.recognized(Hypothesis(revision: revision, text: text, stable: 0, isFinal: false)))
      case "transcript.text.done": final = event.text ?? text
      default: break
      }
    }
    guard let final else {
      throw BackendError(
        .failed, backend: service.backend, host: service.host, stage: .recognize,
        detail: "the answer broke off")
    }
    return final.trimmed
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
