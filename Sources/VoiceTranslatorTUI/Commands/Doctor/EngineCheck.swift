import Glibc
import VoiceTranslatorCore

/// Whether the built-in engine and models for it are installed.
enum EngineCheck {
  static func findings(_ context: ProgramContext) -> [Finding] {
    if let socket = context.configuration.engineSocket {
      return [Finding("engine", good: "one that runs already, at \(socket)")]
    }
    let location = EngineLocation.find(
      configuration: context.configuration, paths: context.paths, executable: EngineLocation.ownExecutable())
    let severity: Finding.Severity = context.configuration.backend == "engine" ? .broken : .warning
    guard let location else {
      return [
        Finding(
          "engine", severity,
          Notice("It is not installed.", remedy: "Run make run in the checkout, or use another backend."))
      ]
    }
    let models = location.models.flatMap { folder in Folder.names(in: folder).filter { !$0.hasPrefix(".") } }
    return [
      Finding("engine", good: location.python),
      models.isEmpty
        ? Finding("models", severity, Notice("There are none.", remedy: "Run make run in the checkout."))
        : Finding("models", good: Set(models).sorted().joined(separator: ", ")),
    ]
  }
}
