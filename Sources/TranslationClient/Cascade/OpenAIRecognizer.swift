import FoundationEssentials
import Synchronization
import VoiceTranslatorCore

/// `POST /audio/transcriptions`, as OpenAI and compatible servers have it.
struct OpenAIRecognizer: Recognizer, OverHTTP {
  let service: Service
  let model: String
  /// Ask for partial text; a server that can't stream answers whole, which is fine too.
  let streams: Bool
  /// Upload while the user speaks, for servers known to take a WAV of unknown length.
  let uploadsLive: Bool
  /// Below the base URL; whisper.cpp's own server has another.
  var path = "/audio/transcriptions"
  private let liveUpload = LiveUpload()

  init(
    service: Service, model: String, streams: Bool = false, uploadsLive: Bool = false,
    path: String = "/audio/transcriptions"
  ) {
    self.service = service
    self.model = model
    self.streams = streams
    self.uploadsLive = uploadsLive
    self.path = path
  }

  private struct Answer: Decodable {
    struct Code: Decodable { var code: String }
    var text: String
    var language: String?
    var languages: [Code]?
  }

  private struct Event: Decodable {
    var type: String
    var delta: String?
    var text: String?
  }

  func recognize(
    _ utterance: Utterance, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    let form = form(request)
    // What is complete already has a length, which every server takes.
    let isLive = uploadsLive && !liveUpload.isRefused && !utterance.isComplete
    var heard = try await read(
      isLive ? try await sendLive(form, utterance, emit) : try await sendWhole(form, utterance, emit),
      request, emit)
    if isLive, heard.text.isEmpty, !liveUpload.isProven {
      // A server may read a recording of unknown length as an empty one.
      heard = try await read(try await sendWhole(form, utterance, emit), request, emit)
      if !heard.text.isEmpty { liveUpload.refuse() }
    } else if isLive, !heard.text.isEmpty {
      liveUpload.prove()
    }
    return await heard.told(emit)
  }

  private func read(
    _ answer: ServiceAnswer, _ request: TurnRequest, _ emit: @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> Recognition {
    answer.isEventStream
      ? Recognition(text: try await readEvents(answer, emit), detected: nil)
      : try await readWhole(answer, request)
  }

  private func form(_ request: TurnRequest) -> MultipartForm {
    var form = MultipartForm()
    form.add("model", model)
    // Only the long answer names the language, and the gpt models don't have it.
    let isToDetect = request.source.tag == nil && !model.hasPrefix("gpt-")
    form.add("response_format", isToDetect ? "verbose_json" : "json")
    // ISO 639-1 hints; without one the server detects. One model takes several.
    if let tag = request.source.tag {
      form.add("language", tag.language)
    } else if model.hasPrefix("gpt-transcribe") {
      for tag in request.source.candidates { form.add("languages[]", tag.language) }
    }
    let words = request.glossary.words(in: request.source)
    if model.hasPrefix("gpt-transcribe") {
      for word in words { form.add("keywords[]", word) }
    } else if !words.isEmpty {
      form.add("prompt", words.joined(separator: ", "))
    }
    if streams { form.add("stream", "true") }
    return form
  }

  private func call(_ form: MultipartForm, _ body: HTTPRequest.Body) -> ServiceCall {
    ServiceCall("POST", path, type: form.contentType, body: body)
  }

  private func sendWhole(
    _ form: MultipartForm, _ utterance: Utterance, _ emit: @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> ServiceAnswer {
    let wave = try await service.wave(of: utterance, emit)
    return try await service.send(call(form, .bytes(form.whole(file: "file", wave))), .recognize)
  }

  private func sendLive(
    _ form: MultipartForm, _ utterance: Utterance, _ emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> ServiceAnswer {
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
      return try await service.sendOnce(call(form, .stream(upload)), .recognize)
    } catch  where LiveUpload.mayWantLength(error) {
      // Many servers want to know the length: the whole utterance is still here to be sent again.
      let answer = try await sendWhole(form, utterance, emit)
      liveUpload.refuse()
      return answer
    }
  }

  private func readWhole(_ answer: ServiceAnswer, _ request: TurnRequest) async throws(BackendError)
    -> Recognition
  {
    let whole = try await answer.json(Answer.self, "holds no text")
    let word = whole.language ?? whole.languages?.first?.code
    return Recognition(
      text: whole.text.trimmed, detected: request.source.tag == nil ? word.flatMap(LanguageTag.named) : nil)
  }

  private func readEvents(
    _ answer: ServiceAnswer, _ emit: @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) -> String {
    var text = ""
    var final: String?
    var revision = 0
    try await answer.events { data in
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
    guard let final else { throw answer.failure(.failed, "the answer broke off") }
    return final.trimmed
  }
}

/// Whether a server was found to take or to refuse uploads of unknown length: remembered, so that it is tried once
/// only.
final class LiveUpload: Sendable {
  private let refused = Atomic(false)
  private let proven = Atomic(false)

  var isRefused: Bool { refused.load(ordering: .relaxed) }

  /// It has understood one.
  var isProven: Bool { proven.load(ordering: .relaxed) }

  func prove() { proven.store(true, ordering: .relaxed) }

  func refuse() { refused.store(true, ordering: .relaxed) }

  /// A server that takes no body of unknown length says so (400, 411), hangs up, or fails.
  static func mayWantLength(_ error: BackendError) -> Bool {
    switch error.kind {
    case .rejected, .unreachable, .failed, .protocolViolation, .redirected: true
    default: false
    }
  }
}
