import Glibc
import VoiceTranslatorCore

/// `voice-translator engine`: the built-in engine on its own, for other programs.
enum EngineCommand {
  /// Becomes the engine: returns only when it can't be started.
  static func run(_ invocation: Invocation, _ context: ProgramContext) throws -> ExitStatus {
    let location = EngineLocation.find(
      configuration: context.configuration, paths: context.paths, executable: EngineLocation.ownExecutable())
    guard let location else {
      Output.note(Notice("The built-in engine is not installed.", remedy: "Run make run in the checkout."))
      return .failed
    }
    var arguments = ["-m", "voice_translator_engine"] + location.models.flatMap { ["--models", $0] }
    let address = invocation.options["--listen"] ?? "unix:\(context.paths.runtime)/engine.sock"
    if address.hasPrefix("unix:") {
      let path = String(address.dropFirst("unix:".count))
      if invocation.options["--listen"] == nil { try Folder.makePrivate(context.paths.runtime) }
      arguments += ["--socket", path]
    } else {
      arguments += ["--listen", address]
    }
    if let threads = context.configuration.engineThreads { arguments += ["--threads", String(threads)] }
    if let variable = invocation.options["--token-env"] { arguments += ["--token-env", variable] }
    CStrings.with([location.python] + arguments) { words in
      _ = execv(location.python, words)
    }
    Output.note(
      Notice(
        "The engine can't be started: \(location.python): \(String(cString: strerror(errno))).",
        remedy: "Run make run once more."))
    return .failed
  }
}
