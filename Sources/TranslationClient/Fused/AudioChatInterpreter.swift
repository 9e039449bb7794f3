import FoundationEssentials
import VoiceTranslatorCore

/// Chat completions with audio: a model that hears the recording and says the translation.
struct AudioChatInterpreter: Interpreter {
  let service: Service
  let model: String
  let voice: String
  let prompt: TranslationPrompt
  let takesSpeech = true

  private struct Body: Encodable {
    struct Message: Encodable {
      var role: String
      var content: [Part]
    }
    struct Part: Encodable {
      var type: String
      var text: String?
      var audio: Input?
      enum CodingKeys: String, CodingKey {
        case type, text
        case audio = "input_audio"
      }
    }
    struct Input: Encodable {
      var data: String
      var format = "wav"
    }
    struct Output: Encodable {
      var voice: String
      var format = "mp3"
    }
    var model: String
    var modalities: [String]
    var audio: Output?
    var messages: [Message]
  }

  private struct Answer: Decodable {
    struct Choice: Decodable { var message: Message }
    struct Message: Decodable {
      var content: String?
      var refusal: String?
      var audio: Audio?
    }
    struct Audio: Decodable {
      var data: String
      var transcript: String?
    }
    var choices: [Choice]
  }

  func interpret(
    _ input: InterpreterInput, _ job: InterpreterJob, emit: @escaping @Sendable (TurnOutput) async -> Void,
    audio: @escaping @Sendable ([UInt8]) async -> Void
  ) async throws(BackendError) -> Interpretation {
    guard case .speech(let utterance) = input else { throw service.cancelled(.recognize) }
    let wave = try await service.wave(of: utterance, emit)
    let passage = Passage(text: "", source: job.source, target: job.target)
    let body = Body(
      model: model, modalities: job.wantsSpeech ? ["text", "audio"] : ["text"],
      audio: job.wantsSpeech ? .init(voice: job.voice ?? voice) : nil,
      messages: [
        .init(role: "system", content: [.init(type: "text", text: prompt.spokenInstruction(passage))]),
        .init(
          role: "user",
          content: [.init(type: "input_audio", audio: .init(data: Data(wave).base64EncodedString()))]),
      ])
    let sent = try await service.send(.json("/chat/completions", body), .translate)
    guard let message = try await sent.json(Answer.self, "is no chat completion").choices.first?.message
    else {
      throw sent.violation("the answer holds no translation")
    }
    if let refusal = message.refusal, !refusal.isEmpty {
      throw sent.failure(.rejected, "the model refused: \(Sanitizer.line(refusal, limit: 120))")
    }
    if let bytes = message.audio.flatMap({ Data(base64Encoded: $0.data) }) { await audio(Array(bytes)) }
    let text = message.audio?.transcript ?? message.content ?? ""
    return Interpretation(translation: try sent.nonEmpty(text.trimmed))
  }
}
