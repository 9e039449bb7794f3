import Glibc
import Synchronization
import VoiceTranslatorCore

/// The built-in engine's process: started, watched, started again when it dies, and ended with the program.
///
/// The engine reads its standard input until the end of file, so it also ends when this program is killed.
final class EngineProcess: Sendable {
  /// What the engine's life is at.
  enum Change: Sendable, Equatable {
    /// It was started (again).
    case started
    /// It ended by itself and will be started again after a pause.
    case died(restartIn: Duration, log: String)
    /// It can't be started.
    case unavailable(Notice)
  }

  private struct State {
    var child: ChildProcess?
    var isStopped = false
    var startedAt = ContinuousClock.now
    var deaths = 0
  }
  private let state = Mutex(State())
  private let location: EngineLocation
  private let paths: Paths
  private let threads: Int?
  private let environment: [String: String]
  private let onChange: @Sendable (Change) -> Void

  /// The Unix socket it listens on, in a folder that only the user may enter.
  let socket: String

  init(
    location: EngineLocation, paths: Paths, threads: Int?, environment: [String: String],
    onChange: @escaping @Sendable (Change) -> Void
  ) {
    self.location = location
    self.paths = paths
    self.threads = threads
    self.environment = environment
    self.onChange = onChange
    socket = "\(paths.runtime)/\(getpid())/engine.sock"
  }

  /// Starts it; what becomes of it is told by `onChange`.
  func start() {
    do throws(Folder.Failure) {
      try Folder.makePrivate(paths.runtime)
      try Folder.makePrivate("\(paths.runtime)/\(getpid())")
      try Folder.makePrivate(paths.state)
    } catch {
      onChange(
        .unavailable(
          Notice(
            "The engine's folder \(error.path) can't be used: \(error.reason).",
            remedy: "Set XDG_RUNTIME_DIR to a folder of your own.")))
      return
    }
    launch()
  }

  /// Ends it and everything it started, within a second.
  func stop() {
    let child = state.withLock { state in
      state.isStopped = true
      defer { state.child = nil }
      return state.child
    }
    child?.stop(within: .seconds(1))
    unlink(socket)
    rmdir("\(paths.runtime)/\(getpid())")
  }

  private func launch() {
    do {
      let child = try ChildProcess(
        location.python,
        arguments: ["-m", "voice_translator_engine", "--socket", socket, "--exit-on-stdin-eof"]
          + location.models.flatMap { ["--models", $0] } + (threads.map { ["--threads", String($0)] } ?? []),
        environment: environment, log: paths.engineLog, onExit: { [weak self] _ in self?.childEnded() })
      let isStopped = state.withLock { state in
        if !state.isStopped {
          state.child = child
          state.startedAt = .now
        }
        return state.isStopped
      }
      if isStopped { child.stop(within: .zero) } else { onChange(.started) }
    } catch {
      onChange(
        .unavailable(
          Notice(
            "The engine can't be started: \(location.python): \(error.reason).",
            remedy: "Run make run once more, or choose another backend with --backend.")))
    }
  }

  private func childEnded() {
    let pause: Duration? = state.withLock { state in
      guard !state.isStopped else { return nil }
      // What ran for a minute was well: the next restart is quick again.
      state.deaths = ContinuousClock.now - state.startedAt > .seconds(60) ? 1 : state.deaths + 1
      return Self.pause(afterDeath: state.deaths)
    }
    guard let pause else { return }
    onChange(.died(restartIn: pause, log: paths.engineLog))
    Thread.start { [weak self] in
      usleep(UInt32(pause / .microseconds(1)))
      guard let self, !self.state.withLock({ $0.isStopped }) else { return }
      self.launch()
    }
  }

  /// 0.2 s after the first death, doubling to 30 s.
  static func pause(afterDeath count: Int) -> Duration {
    min(.milliseconds(200) * (1 << min(count - 1, 10)), .seconds(30))
  }
}
