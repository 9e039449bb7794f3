import Glibc
import VoiceTranslatorCore

/// `voice-translator config`: the configuration file. Works also while the file is wrong.
struct ConfigCommand {
  let invocation: Invocation
  let environment: [String: String]
  let paths: Paths

  init(_ invocation: Invocation) {
    self.invocation = invocation
    environment = ProcessEnvironment.variables()
    paths = Paths(environment: environment, userID: getuid())
  }

  func run() -> ExitStatus {
    switch invocation.verb {
    case "show": return show()
    case "path":
      Output.result(Sanitizer.line(file))
      return .done
    case "edit": return edit()
    case "init": return create()
    default: return check()
    }
  }

  private var file: String { invocation.options["--config"] ?? paths.configurationFile }

  /// Reads what every command would read.
  private func check() -> ExitStatus {
    do {
      let layers = try ProgramContext.layers(invocation, environment: environment, paths: paths)
      _ = try BackendTable(ProgramContext(invocation))
      for name in environment.keys.sorted() where isUnused(name, by: layers) {
        Output.note(Notice("The variable \(name) sets nothing.", remedy: "Check its spelling."))
      }
      let isThere = access(file, F_OK) == 0
      Output.result(
        Sanitizer.line(file) + (isThere ? ": right" : ": there is no such file; the defaults hold"))
      return .done
    } catch {
      Output.note("voice-translator: \(Sanitizer.line(error.message))")
      return .usage
    }
  }

  /// Variables that look like settings; those of the project's own tests and scripts have no near setting.
  private func isUnused(_ name: String, by layers: SettingLayers) -> Bool {
    let known = layers.variables
    return name.hasPrefix("VOICE_TRANSLATOR_") && !known.contains(name)
      && NearestWord.to(name, among: Array(known)) != nil
  }

  /// The settings in force as TOML, each with the place where it was set.
  private func show() -> ExitStatus {
    do {
      let layers = try ProgramContext.layers(invocation, environment: environment, paths: paths)
      for (path, text) in Self.shown(layers) {
        let place = layers.places[path].map { Sanitizer.line($0) } ?? "default"
        Output.result("\(path) = \(text)  # \(place)")
      }
      return .done
    } catch {
      Output.note("voice-translator: \(Sanitizer.line(error.message))")
      return .usage
    }
  }

  private static func shown(_ layers: SettingLayers) -> [(String, String)] {
    let plain = Setting.all.filter { !$0.path.contains("*") }.compactMap { setting in
      (layers.values[setting.path]?.toml ?? Setting.defaults[setting.path]).map { (setting.path, $0) }
    }
    let backends = layers.values.filter { SettingLayers.backendName($0.key) != nil }
      .map { ($0.key, $0.value.toml) }.sorted { $0.0 < $1.0 }
    return plain + backends
  }

  /// Writes the commented file; one that is there is never touched.
  private func create() -> ExitStatus {
    guard access(file, F_OK) != 0 else {
      Output.note(
        Notice(
          "\(file) is there already; it is left as it is.", remedy: "voice-translator config edit opens it."))
      return .failed
    }
    guard write() else { return .failed }
    Output.result(Sanitizer.line(file))
    return .done
  }

  private func write() -> Bool {
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    do throws(Folder.Failure) {
      if invocation.options["--config"] == nil { try Folder.makePrivate(folder) }
    } catch {
      Output.note(Notice("\(error.path) can't be used: \(error.reason).", remedy: "Set XDG_CONFIG_HOME."))
      return false
    }
    guard PrivateFile.replace(file, with: ConfigurationTemplate.text) else {
      Output.note(
        Notice(
          "\(file) can't be written: \(String(cString: strerror(errno))).",
          remedy: "Choose another with --config."))
      return false
    }
    return true
  }

  /// Opens the file (made first, if there is none) in the user's editor, and checks what came out.
  private func edit() -> ExitStatus {
    guard access(file, F_OK) == 0 || write() else { return .failed }
    let editor = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    // The variable may hold options too, so a shell takes it apart, as other programs do.
    let words = ["/bin/sh", "-c", "\(editor) \"$1\"", "sh", file]
    var child: pid_t = 0
    let started = CStrings.with(words) { words in
      CStrings.with(environment.map { "\($0.key)=\($0.value)" }) { variables in
        posix_spawn(&child, "/bin/sh", nil, nil, words, variables)
      }
    }
    var status: Int32 = 0
    guard started == 0, waitpid(child, &status, 0) == child, status == 0 else {
      Output.note(
        Notice("The editor '\(editor)' failed.", remedy: "Name another in the variable VISUAL or EDITOR."))
      return .failed
    }
    return check()
  }
}
