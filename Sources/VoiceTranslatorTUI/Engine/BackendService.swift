import Synchronization
import TranslationClient
import VoiceTranslatorCore

/// The configured backend, and the built-in engine's process while the backend needs it.
final class BackendService: Sendable {
  let backend: any TranslationBackend
  /// The names of those that do each stage.
  let stageNames: [Stage: String]
  /// Nil when the backend doesn't need the engine, or one that runs already is used.
  let engine: EngineProcess?

  /// Makes the backend and starts the engine if need be. `notice` hears of the engine's troubles, on any thread.
  init(
    _ context: ProgramContext, notice: @escaping @Sendable (Notice) -> Void,
    engineChanged: @escaping @Sendable () -> Void = {}
  ) throws(ConfigurationError) {
    let settings = try BackendTable(context)
    var socket = context.configuration.engineSocket
    if socket == nil, try settings.needsEngine {
      engine = Self.startEngine(
        context, without: settings.keyVariables, notice: notice, engineChanged: engineChanged)
      socket = engine?.socket
    } else {
      engine = nil
    }
    stageNames = try settings.stageNames
    let base = try settings.makeBackend(engineSocket: socket ?? context.paths.runtime + "/engine.sock")
    backend = context.configuration.overlaps ? SegmentedBackend(base) : SequentialBackend(base)
  }

  func stop() { engine?.stop() }

  private static func startEngine(
    _ context: ProgramContext, without keys: [String], notice: @escaping @Sendable (Notice) -> Void,
    engineChanged: @escaping @Sendable () -> Void
  ) -> EngineProcess? {
    let location = EngineLocation.find(
      configuration: context.configuration, paths: context.paths, executable: EngineLocation.ownExecutable())
    guard let location else {
      notice(
        Notice(
          "The built-in engine is not installed.",
          remedy: "Run make run in the checkout, or choose another backend with --backend."))
      return nil
    }
    let engine = EngineProcess(
      location: location, paths: context.paths, threads: context.configuration.engineThreads,
      environment: ProcessEnvironment.forChildren(context.environment, without: keys)
    ) { change in
      switch change {
      case .started: break
      case .died(let pause, let log):
        notice(
          Notice(
            "The built-in engine stopped; it is started again in \(Latency.seconds(pause)) s.",
            remedy: "If this goes on, \(log) says why."))
      case .unavailable(let reason): notice(reason)
      }
      engineChanged()
    }
    engine.start()
    return engine
  }
}
