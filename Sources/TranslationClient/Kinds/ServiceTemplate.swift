import VoiceTranslatorCore

/// How a service that nobody wrote a backend for is asked and understood, as the configuration tells it.
///
/// Placeholders in the body, the form and the headers: `{text}`, `{from}`, `{to}` (BCP 47 tags), `{from_name}`,
/// `{to_name}` (English), `{voice}`, `{speed}`, `{speech}` (whether speech is wanted), `{model}`, `{audio}` (the
/// recording as base64 WAVE), `{key}` (headers only).
public struct ServiceTemplate: Sendable, Equatable {
  /// The method.
  public var method = "POST"
  /// What stands after the backend's URL, with placeholders.
  public var path = ""
  /// Header fields, with placeholders.
  public var headers: [String: String] = [:]
  /// A JSON body, with placeholders in its texts. Nil, and no form: the recording itself.
  public var body: String?
  /// The fields of a multipart form, with placeholders.
  public var form: [String: String] = [:]
  /// The form's field that holds the recording.
  public var file: String?
  /// JSON pointers (RFC 6901) to what was heard, to the translation, to speech, to an error.
  public var heard: String?
  /// See ``heard``. Nil where the whole answer is text.
  public var text: String?
  /// See ``heard``. Nil where the whole answer is audio.
  public var audio: String?
  /// See ``heard``. Something there other than null means that it failed.
  public var error: String?
  /// With all stages at once: the service is given the text, not the recording.
  public var takesText = false

  /// A template that posts the recording.
  public init() {}

  /// What is wrong with it; nil: nothing.
  var fault: Backends.SettingsError? {
    if let body, JSONValue(body.utf8) == nil {
      return .init(
        key: "body", reason: "is no JSON", remedy: "Placeholders stand in texts: {\"text\": \"{text}\"}.")
    }
    for (key, pointer) in [("heard", heard), ("text", text), ("audio", audio), ("error", error)] {
      guard let pointer, !pointer.isEmpty, !pointer.hasPrefix("/") else { continue }
      return .init(key: key, reason: "is no JSON pointer", remedy: "Write for example \"/result/text\".")
    }
    if body != nil, !form.isEmpty || file != nil {
      return .init(key: "body", reason: "contradicts form and file", remedy: "Leave one of them out.")
    }
    return nil
  }
}

/// What the placeholders of a template stand for in one request.
struct TemplateValues: Sendable {
  var text = ""
  var source: LanguageTag?
  var target: LanguageTag?
  var voice: String?
  var speed = 1.0
  var wantsSpeech = true
  var model: String?
  /// The recording as a WAVE file.
  var wave: [UInt8]?
}
