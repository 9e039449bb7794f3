import CSystem
import Glibc
import Synchronization

/// A program started by this one, in a process group of its own, with a pipe on its standard input.
///
/// Closing the pipe asks it to end; it is also what a child sees when this program is killed.
final class ChildProcess: Sendable {
  let pid: pid_t
  private let input: Mutex<Pipe?>
  private let hasEnded = Atomic(false)

  /// Why a program could not be started.
  struct StartError: Error, Equatable {
    var program: String
    var code: Int32
    var reason: String { String(cString: strerror(code)) }
  }

  /// Starts `program` with the environment given and nothing else; what it prints goes to the file `log`
  /// (created 0600, started anew). `onExit` is called once, on a thread of its own, with the wait status.
  init(
    _ program: String, arguments: [String], environment: [String: String], log: String,
    onExit: @escaping @Sendable (Int32) -> Void
  ) throws(StartError) {
    guard let pipe = Pipe() else { throw StartError(program: program, code: errno) }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, pipe.reader.number, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    csystem_close_from(&actions, 3)

    // The child starts with no signal blocked or ignored, whatever this program does with them.
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var child: pid_t = 0
    let status = CStrings.with([program] + arguments) { words in
      CStrings.with(environment.map { "\($0.key)=\($0.value)" }) { variables in
        posix_spawn(&child, program, &actions, &attributes, words, variables)
      }
    }
    guard status == 0 else { throw StartError(program: program, code: status) }
    let pid = child
    self.pid = pid
    // The reading end is kept too: it costs a descriptor and nothing else.
    input = Mutex(pipe)
    Thread.start { [self] in
      var wait: Int32 = 0
      while waitpid(pid, &wait, 0) < 0 && errno == EINTR {}
      hasEnded.store(true, ordering: .releasing)
      onExit(wait)
    }
  }

  /// Asks it to end by closing its input, and kills its whole group if it is still there after `limit`.
  func stop(within limit: Duration) {
    input.withLock { $0 = nil }
    let deadline = ContinuousClock.now + limit
    while !hasEnded.load(ordering: .acquiring) && ContinuousClock.now < deadline { usleep(5_000) }
    kill(-pid, SIGKILL)
  }
}

/// Arrays of C strings for exec-like calls.
enum CStrings {
  static func with<R>(_ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    let pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }
}
