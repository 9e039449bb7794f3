import FoundationEssentials
import VoiceTranslatorCore

/// A language model behind some API.
protocol LanguageModel: Sendable {
  var service: Service { get }

  /// Answers one question; `partial` gets what there is of the answer so far, as it grows.
  func answer(_ question: ModelQuestion, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> String
}

/// What a model is asked: instructions of ours, and data of the user's.
struct ModelQuestion: Sendable {
  var instruction: String
  var data: String
  /// The answer is to be a JSON object of ``TranslationSchema``.
  var isStructured: Bool
}

/// JSON Schema of a structured answer: `{"translation": "…"}`.
struct TranslationSchema: Encodable {
  struct Property: Encodable { var type = "string" }
  var type = "object"
  var properties = ["translation": Property()]
  var required = ["translation"]
  var additionalProperties = false
}

/// A translator over a language model, whose answers are looked at before they are believed.
struct ModelTranslator: Translator {
  let model: any LanguageModel
  let prompt: TranslationPrompt
  /// How many earlier turns are given along.
  var contextLimit = 0

  var services: [Service] { [model.service] }

  func translate(_ passage: Passage, partial: @escaping @Sendable (String) async -> Void)
    async throws(BackendError) -> TranslatedText
  {
    var passage = passage
    passage.context = passage.context.suffix(contextLimit)
    let first = try await ask(passage, nil, partial)
    guard let doubt = TranslationCheck.doubt(first, about: passage) else {
      return TranslatedText(text: first)
    }
    let second: String
    do {
      second = try await ask(passage, doubt, partial)
    } catch {
      guard error.kind != .cancelled else { throw error }
      return TranslatedText(text: first, doubt: doubt)
    }
    return TranslatedText(text: second, doubt: TranslationCheck.doubt(second, about: passage))
  }

  private func ask(
    _ passage: Passage, _ complaint: String?, _ partial: @escaping @Sendable (String) async -> Void
  ) async throws(BackendError) -> String {
    let question = ModelQuestion(
      instruction: prompt.instruction(passage, complaint: complaint), data: prompt.data(passage),
      isStructured: prompt.isStructured)
    let isStructured = prompt.isStructured
    let answer = try await model.answer(question) { text in
      await partial(isStructured ? StructuredAnswer.partial(text) : text)
    }
    let text = isStructured ? StructuredAnswer.whole(answer) : answer
    let script = ScriptConversion.fitted(text.trimmed, to: passage.target)
    return TranslationCheck.unquoted(script, like: passage.text)
  }
}

/// Reads `{"translation": "…"}`, also while it grows. A server that ignores the schema answers with plain text.
enum StructuredAnswer {
  private struct Shape: Decodable { var translation: String }

  /// The translation of a whole answer; the answer itself when it is no such object.
  static func whole(_ answer: String) -> String {
    (try? JSONDecoder().decode(Shape.self, from: Data(answer.utf8)))?.translation ?? answer
  }

  /// What there is of the translation in the beginning of an answer.
  static func partial(_ answer: String) -> String {
    guard answer.first == "{" else { return answer }
    guard let key = answer.firstRange(of: "\"translation\""),
      let quote = answer[key.upperBound...].firstIndex(of: "\"")
    else { return "" }
    var body = String(answer[answer.index(after: quote)...])
    // Closed provisionally, at the last place where no escape is open.
    for _ in 0..<7 {
      if let shape = try? JSONDecoder().decode(Shape.self, from: Data("{\"translation\":\"\(body)\"}".utf8)) {
        return shape.translation
      }
      if let shape = try? JSONDecoder().decode(Shape.self, from: Data("{\"translation\":\"\(body)".utf8)) {
        return shape.translation
      }
      body = String(body.dropLast())
    }
    return ""
  }
}
