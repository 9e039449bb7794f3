import VoiceTranslatorCore

/// What was chosen on the screen, remembered for the next start in `state.toml`.
struct Choices: Equatable {
  var source: LanguageTag?
  var targets: [LanguageTag] = []
  var recents: [LanguageTag] = []
  var favourites: [LanguageTag] = []
  /// The microphone's and the speaker's ids.
  var capture: String?
  var playback: String?
  var voices: [LanguageTag: String] = [:]

  /// Reads the choices; a file that can't be read holds none.
  init(file: String) {
    guard let text = PrivateFile.read(file), let root = try? TOMLNode.parse(text),
      case .table(let members) = root.value
    else { return }
    for (key, node) in members {
      switch (key, node.value) {
      case ("from", .string(let text)): source = LanguageTag(text)
      case ("to", .array(let nodes)): targets = nodes.compactMap(\.tag)
      case ("recents", .array(let nodes)): recents = nodes.compactMap(\.tag)
      case ("voices", .table(let members)):
        for (key, node) in members {
          if case .string(let name) = node.value, let tag = LanguageTag(key) { voices[tag] = name }
        }
      case ("favourites", .array(let nodes)): favourites = nodes.compactMap(\.tag)
      case ("capture", .string(let text)): capture = text
      case ("playback", .string(let text)): playback = text
      default: break
      }
    }
  }

  init(
    source: LanguageTag?, targets: [LanguageTag], recents: [LanguageTag], favourites: [LanguageTag] = [],
    voices: [LanguageTag: String] = [:]
  ) {
    self.voices = voices
    self.source = source
    self.targets = targets
    self.recents = recents
    self.favourites = favourites
  }

  /// The file's text.
  var text: String {
    func list(_ tags: [LanguageTag]) -> String { tags.map { "\"\($0)\"" }.joined(separator: ", ") }
    // A voice's name comes from a backend, a device's id from the system.
    func quoted(_ name: String) -> String { SettingValue.quoted(Sanitizer.line(name)) }
    func device(_ key: String, _ id: String?) -> String { id.map { "\(key) = \(quoted($0))\n" } ?? "" }
    let from = source.map { "from = \"\($0)\"\n" } ?? ""
    return """
      \(from)to = [\(list(targets))]
      recents = [\(list(recents))]
      favourites = [\(list(favourites))]
      voices = { \(voices.sorted { $0.key < $1.key }.map { "\($0) = \(quoted($1))" }.joined(separator: ", ")) }
      \(device("capture", capture))\(device("playback", playback))
      """
  }
}

extension Choices {
  /// What is chosen in a session. A device that was never chosen stays the default one.
  init(_ session: Session) {
    self.init(
      source: session.source.tag, targets: session.targets, recents: session.picker.recents,
      favourites: session.picker.favourites, voices: session.voices)
    capture = session.devices.chosen[.capture].flatMap { $0 == "default" ? nil : $0 }
    playback = session.devices.chosen[.playback].flatMap { $0 == "default" ? nil : $0 }
  }
}

extension TOMLNode {
  fileprivate var tag: LanguageTag? { if case .string(let text) = value { LanguageTag(text) } else { nil } }
}
