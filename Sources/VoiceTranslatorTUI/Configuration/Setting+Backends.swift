import TranslationClient

extension Setting {
  /// The stages that `STAGE` stands for in a path.
  static let stages = ["recognize", "translate", "speak", "interpret"]

  /// What a backend's table may hold.
  static let ofBackends: [Setting] = [
    Setting(path: "backends.*.kind", kind: .choice(Backends.kinds), help: "what it speaks"),
    Setting(path: "backends.*.url", kind: .texts, help: "where it is; several are used in turn"),
    Setting(path: "backends.*.region", kind: .text, help: "where it is, as Azure calls it"),
    Setting(path: "backends.*.key_env", kind: .text, help: "the environment variable that holds its key"),
    Setting(path: "backends.*.key_file", kind: .text, help: "a file (mode 0600) that holds its key"),
    Setting(path: "backends.*.key_command", kind: .text, help: "a command that prints its key"),
    Setting(
      path: "backends.*.ca_file", kind: .text, help: "certificates (PEM) to trust instead of the system's"),
    Setting(path: "backends.*.client_certificate", kind: .text, help: "the certificate (PEM) to show"),
    Setting(path: "backends.*.client_key", kind: .text, help: "its private key, when it is in another file"),
    Setting(path: "backends.*.proxy", kind: .text, help: "the proxy, where the environment's doesn't do"),
    Setting(
      path: "backends.*.connect_s", kind: .number(0.1...300), help: "longest time to connect, in seconds"),
    Setting(path: "backends.*.recognize", kind: .text, help: "in a cascade: the backend that recognises"),
    Setting(path: "backends.*.translate", kind: .text, help: "in a cascade: the backend that translates"),
    Setting(path: "backends.*.speak", kind: .text, help: "in a cascade: the backend that speaks"),
    Setting(path: "backends.*.STAGE.model", kind: .text, help: "the model of that stage"),
    Setting(
      path: "backends.*.STAGE.timeout_s", kind: .number(0.1...3600),
      help: "longest time from the end of the request to the end of the answer"),
    Setting(
      path: "backends.*.STAGE.idle_s", kind: .number(0.1...3600), help: "longest time without a byte (60)"),
    Setting(path: "backends.*.recognize.stream", kind: .flag, help: "ask for partial text"),
    Setting(path: "backends.*.recognize.live_upload", kind: .flag, help: "upload while speaking"),
    Setting(path: "backends.*.translate.api", kind: .choice(["chat", "responses"]), help: "the API it has"),
    Setting(
      path: "backends.*.translate.register", kind: .choice(["natural", "formal", "informal"]),
      help: "the tone of translations"),
    Setting(
      path: "backends.*.translate.context", kind: .integer(0...20), help: "earlier turns given along (0)"),
    Setting(
      path: "backends.*.translate.structured", kind: .flag, help: "ask the model for a JSON object"),
    Setting(path: "backends.*.speak.voice", kind: .text, help: "the voice it speaks with"),
    Setting(path: "backends.*.interpret.voice", kind: .text, help: "the voice it speaks with"),
    Setting(path: "backends.*.STAGE.path", kind: .text, help: "custom: what follows the url"),
    Setting(
      path: "backends.*.STAGE.method", kind: .choice(["POST", "PUT", "GET"]), help: "custom: the method"),
    Setting(path: "backends.*.STAGE.headers", kind: .textMap, help: "custom: header fields"),
    Setting(path: "backends.*.STAGE.body", kind: .text, help: "custom: a JSON body with placeholders"),
    Setting(path: "backends.*.STAGE.form", kind: .textMap, help: "custom: the fields of a multipart form"),
    Setting(path: "backends.*.STAGE.file", kind: .text, help: "custom: the form's field for the recording"),
    Setting(path: "backends.*.STAGE.text", kind: .text, help: "custom: JSON pointer to the text"),
    Setting(path: "backends.*.STAGE.audio", kind: .text, help: "custom: JSON pointer to speech in base64"),
    Setting(path: "backends.*.STAGE.error", kind: .text, help: "custom: JSON pointer to an error"),
    Setting(path: "backends.*.interpret.heard", kind: .text, help: "custom: JSON pointer to what was heard"),
    Setting(
      path: "backends.*.interpret.input", kind: .choice(["audio", "text"]),
      help: "custom: what it is given, the recording or its text"),
  ]

  /// Whether a part of a path fits a part of a setting's pattern.
  static func fits(_ part: Substring, _ pattern: Substring) -> Bool {
    pattern == "*" || pattern == part || pattern == "STAGE" && stages.contains(String(part))
  }

  /// The paths that the setting stands for, with these backends.
  func paths(backends: Set<String>) -> [String] {
    guard path.contains("*") else { return [path] }
    return backends.flatMap { name in
      let path = path.replacing("*", with: name)
      return path.contains("STAGE") ? Self.stages.map { path.replacing("STAGE", with: $0) } : [path]
    }
  }
}
