import FoundationEssentials
import VoiceTranslatorCore

extension ServiceTemplate {
  /// The request of a template for the values of one turn.
  func call(_ values: TemplateValues, key: Secret?) -> ServiceCall {
    let words = Self.words(values)
    func filled(_ text: String) -> String { Self.fill(text, words) }
    var call = ServiceCall(
      method, words.reduce(path) { $0.replacing("{\($1.key)}", with: Query.encoded($1.value)) })
    if let body {
      let value = JSONValue(body.utf8).map { Self.fill($0, words, values) } ?? .null
      call = .json(call.path, value)
      call.method = method
    } else if !form.isEmpty || file != nil {
      var parts = MultipartForm()
      for (name, text) in form.sorted(by: { $0.key < $1.key }) { parts.add(name, filled(text)) }
      let bytes = file.map { parts.whole(file: $0, values.wave ?? []) } ?? parts.whole
      call.body = .bytes(bytes)
      call.headers.append(("Content-Type", parts.contentType))
    } else if let wave = values.wave {
      call.body = .bytes(wave)
      call.headers.append(("Content-Type", "audio/wav"))
    }
    for (name, text) in headers.sorted(by: { $0.key < $1.key }) {
      call.headers.removeAll { $0.name.lowercased() == name.lowercased() }
      call.headers.append(
        (name, filled(text).replacing("{key}", with: key?.text ?? "").filter { !$0.isNewline }))
    }
    return call
  }

  private static func words(_ values: TemplateValues) -> [String: String] {
    func name(_ tag: LanguageTag?) -> String { tag.flatMap { Language(tag: $0) }?.englishName ?? "" }
    return [
      "text": values.text, "from": values.source?.description ?? "auto",
      "to": values.target?.description ?? "",
      "from_name": name(values.source), "to_name": name(values.target), "voice": values.voice ?? "",
      "speed": String(values.speed), "speech": String(values.wantsSpeech), "model": values.model ?? "",
      "audio": values.wave.map { Data($0).base64EncodedString() } ?? "",
    ]
  }

  /// Fills every placeholder in one pass: what was said may look like a placeholder and stays as it is.
  private static func fill(_ text: String, _ words: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"),
        let word = words[String(rest[rest.index(after: open)..<close])]
      else {
        result.append(rest.removeFirst())
        continue
      }
      result += word
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  private static func fill(_ value: JSONValue, _ words: [String: String], _ values: TemplateValues)
    -> JSONValue
  {
    switch value {
    case .string("{speed}"): .number(values.speed)
    case .string("{speech}"): .bool(values.wantsSpeech)
    case .string("{voice}") where values.voice == nil: .null
    case .string(let text): .string(fill(text, words))
    case .array(let array): .array(array.map { fill($0, words, values) })
    case .object(let object): .object(object.mapValues { fill($0, words, values) })
    case .null, .bool, .number: value
    }
  }
}

extension MultipartForm {
  /// The whole body, without a file.
  fileprivate var whole: [UInt8] { fieldBytes + Array("--\(boundary)--\r\n".utf8) }
}
