import Glibc

/// Runs a command that has no screen: its work in a task, the main thread waiting for signals.
enum Headless {
  /// Never returns: the program ends with the command's status, or with 130 when it is interrupted. Whatever the
  /// command started ends with it.
  static func run(_ context: ProgramContext, _ body: @escaping @Sendable () async -> ExitStatus) -> Never {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    // Blocked before any thread starts, so that the signals come here and nowhere else.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Task.detached {
      let status = await body()
      context.log?.finish()
      exit(status.rawValue)
    }
    var number: Int32 = 0
    sigwait(&signals, &number)
    exit(ExitStatus.interrupted.rawValue)
  }
}
