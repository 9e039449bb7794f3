/// Where the program keeps its files (XDG Base Directory Specification), and where it is installed.
struct Paths: Equatable {
  var configuration: String
  var data: String
  var state: String
  var runtime: String

  /// The folders for an environment; relative XDG values are ignored, as the specification says.
  init(environment: [String: String], userID: UInt32) {
    let home = environment["HOME"] ?? "/"
    func folder(_ variable: String, _ fallback: String) -> String {
      let base = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(fallback)"
      return base + "/voice-translator"
    }
    configuration = folder("XDG_CONFIG_HOME", ".config")
    data = folder("XDG_DATA_HOME", ".local/share")
    state = folder("XDG_STATE_HOME", ".local/state")
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      self.runtime = runtime + "/voice-translator"
    } else {
      let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
      runtime = "\(temporary)/voice-translator-\(userID)"
    }
  }

  /// The configuration file that is read unless another is named.
  var configurationFile: String { configuration + "/config.toml" }
  /// What was chosen on the screen.
  var choicesFile: String { state + "/state.toml" }
  /// Recordings whose translation is not complete.
  var unsent: String { state + "/unsent" }
  /// What the engine prints.
  var engineLog: String { state + "/engine.log" }
}
