import VoiceTranslatorCore

/// The values that were set, from all places: defaults < file < environment < flags.
struct SettingLayers {
  private(set) var values: [String: SettingValue] = [:]
  /// Where each value was set: `FILE:LINE:COLUMN`, the variable or the flag.
  private(set) var places: [String: String] = [:]

  /// The name of the environment variable that sets a path: `audio.pre_roll_ms` → `VOICE_TRANSLATOR_AUDIO_PRE_ROLL_MS`.
  /// What can't stand in a variable's name is `_`.
  static func variable(for path: String) -> String {
    "VOICE_TRANSLATOR_"
      + String(path.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// The variables that set a setting of these layers.
  var variables: Set<String> {
    let backends = Set(values.keys.compactMap(Self.backendName))
    return Set(Setting.all.flatMap { $0.paths(backends: backends).map(Self.variable) })
  }

  /// Takes in a file's text. `name` is how errors call it.
  mutating func read(file text: String, name: String) throws(ConfigurationError) {
    let root: TOMLNode
    do {
      root = try TOMLNode.parse(text)
    } catch {
      throw ConfigurationError(
        place: "\(name):\(error.line):\(error.column)", key: "", reason: "this is no TOML: \(error.reason)",
        remedy: "Correct it; the format is described at toml.io.")
    }
    try read(root, path: "", file: name)
  }

  private mutating func read(_ node: TOMLNode, path: String, file: String) throws(ConfigurationError) {
    let place = "\(file):\(node.line):\(node.column)"
    if let setting = Setting.at(path), !(Setting.isTable(path) && node.isTable) {
      try set(path, place: place) { () throws(Setting.Mismatch) in try setting.value(of: node) }
      return
    }
    guard path.isEmpty || Setting.isTable(path) else { throw Self.unknown(path, place: place) }
    guard case .table(let members) = node.value else {
      throw ConfigurationError(
        place: place, key: path, reason: "is \(node.kind)", remedy: "It must be a table: [\(path)].")
    }
    for (key, child) in members {
      try read(child, path: path.isEmpty ? key : "\(path).\(key)", file: file)
    }
  }

  /// Takes in the environment: every setting's own variable, and those of the backends known so far.
  mutating func read(environment: [String: String]) throws(ConfigurationError) {
    let backends = Set(values.keys.compactMap(Self.backendName))
    for setting in Setting.all {
      for path in setting.paths(backends: backends) {
        guard let word = environment[Self.variable(for: path)] else { continue }
        try set(path, word: word, place: "environment variable \(Self.variable(for: path))")
      }
    }
  }

  /// Sets one path from a word, as flags do.
  mutating func set(_ path: String, word: String, place: String) throws(ConfigurationError) {
    guard let setting = Setting.at(path) else { throw Self.unknown(path, place: place) }
    let before = values[path]
    try set(path, place: place) { () throws(Setting.Mismatch) in
      let value = try setting.value(of: word)
      // A voice for one language leaves those for others.
      guard case .textByTag(let new) = value, case .textByTag(let old)? = before else { return value }
      return .textByTag(old.merging(new) { $1 })
    }
  }

  private mutating func set(
    _ path: String, place: String, _ value: () throws(Setting.Mismatch) -> SettingValue
  ) throws(ConfigurationError) {
    do {
      values[path] = try value()
      places[path] = place
    } catch {
      let allowed = Setting.at(path)?.kind.allowed ?? ""
      throw ConfigurationError(
        place: place, key: path, reason: Sanitizer.line(error.reason), remedy: "It must be \(allowed).")
    }
  }

  private static func unknown(_ path: String, place: String) -> ConfigurationError {
    let path = Sanitizer.line(path)
    let known = Setting.all.map(\.path)
    let near = NearestWord.to(path, among: known)
    return ConfigurationError(
      place: place, key: path, reason: "is not a setting",
      remedy: near.map { "Did you mean '\($0)'?" } ?? "The README lists the settings there are.")
  }

  static func backendName(_ path: String) -> String? {
    let parts = path.split(separator: ".")
    return parts.count > 1 && parts[0] == "backends" ? String(parts[1]) : nil
  }
}

extension TOMLNode {
  fileprivate var isTable: Bool { if case .table = value { true } else { false } }
}
