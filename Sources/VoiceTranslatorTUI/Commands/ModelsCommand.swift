import Glibc
import VoiceTranslatorCore

/// `voice-translator models`: what the built-in engine has to work with, and more of it.
enum ModelsCommand {
  /// Becomes the engine's own program for models, which has this command's exit statuses and shows progress on a
  /// terminal: returns only when it can't be started, or for a wrong command line.
  static func run(_ invocation: Invocation, _ context: ProgramContext) throws -> ExitStatus {
    let location = EngineLocation.find(
      configuration: context.configuration, paths: context.paths, executable: EngineLocation.ownExecutable())
    guard let location else {
      Output.note(Notice("The built-in engine is not installed.", remedy: "Run make run in the checkout."))
      return .failed
    }
    var arguments = ["-m", "voice_translator_engine.models"]
    arguments += location.models.flatMap { ["--models", $0] }
    if let mirror = context.configuration.engineMirror { arguments += ["--mirror", mirror] }
    if invocation.has("--json") { arguments.append("--json") }
    arguments += ["--", invocation.verb ?? "list"] + invocation.operands
    let keys = try BackendTable(context).keyVariables
    let variables = ProcessEnvironment.forChildren(context.environment, without: keys)
    CStrings.with([location.python] + arguments) { words in
      CStrings.with(variables.map { "\($0.key)=\($0.value)" }) { variables in
        _ = execve(location.python, words, variables)
      }
    }
    Output.note(
      Notice(
        "The engine's program can't be started: \(location.python): \(String(cString: strerror(errno))).",
        remedy: "Run make run once more."))
    return .failed
  }
}
