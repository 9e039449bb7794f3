import VoiceTranslatorCore

/// What is known of a recording that waits: the languages it waits for, and how far its turn came. It lies beside the
/// recording, in the same TOML as the configuration.
struct SpoolNote: Equatable {
  var source: SourceLanguage?
  var targets: [LanguageTag] = []
  var progress = TurnProgress()
  /// Why it waits, a sentence; nil: the program ended before its turn did.
  var failure: String?

  /// The note of a request.
  init(_ request: TurnRequest, _ progress: TurnProgress = TurnProgress(), failure: String? = nil) {
    source = request.source
    targets = request.targets
    self.progress = progress
    self.failure = failure
  }

  /// Reads a note; what can't be read is left out, so that no damage makes a recording unusable.
  init(_ text: String) {
    guard let root = try? TOMLNode.parse(text), case .table(let members) = root.value else { return }
    var candidates: [LanguageTag] = []
    var from: String?
    for (key, node) in members {
      switch (key, node.value) {
      case ("from", .string(let text)): from = text
      case ("alternatives", .array(let nodes)): candidates = nodes.compactMap(\.tag)
      case ("to", .array(let nodes)): targets = nodes.compactMap(\.tag)
      case ("heard", .string(let text)): progress.heard = text
      case ("detected", .string(let text)): progress.detected = LanguageTag(text)
      case ("spoken", .array(let nodes)): progress.spoken = Set(nodes.compactMap(\.tag))
      case ("failure", .string(let text)): failure = text
      case ("translations", .table(let texts)):
        for (key, node) in texts {
          if let tag = LanguageTag(key), case .string(let text) = node.value {
            progress.translations[tag] = text
          }
        }
      default: break
      }
    }
    source = from == "auto" ? .detect(candidates) : from.flatMap { LanguageTag($0) }.map { .tag($0) }
  }

  /// The note's text.
  var text: String {
    var lines: [String] = []
    func add(_ key: String, _ value: String?) {
      if let value { lines.append("\(key) = \(SettingValue.quoted(value))") }
    }
    func add(_ key: String, _ tags: some Sequence<LanguageTag>) {
      lines.append("\(key) = [\(tags.map { "\"\($0)\"" }.joined(separator: ", "))]")
    }
    switch source {
    case .tag(let tag)?: add("from", tag.description)
    case .detect(let candidates)?:
      add("from", "auto")
      add("alternatives", candidates)
    case nil: break
    }
    add("to", targets)
    add("failure", failure)
    add("heard", progress.heard)
    add("detected", progress.detected?.description)
    if !progress.spoken.isEmpty { add("spoken", progress.spoken.sorted()) }
    if !progress.translations.isEmpty {
      lines.append("[translations]")
      for (tag, text) in progress.translations.sorted(by: { $0.key < $1.key }) {
        add("\"\(tag)\"", text)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension TOMLNode {
  fileprivate var tag: LanguageTag? { if case .string(let text) = value { LanguageTag(text) } else { nil } }
}
