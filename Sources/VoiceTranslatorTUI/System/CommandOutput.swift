import CSystem
import Glibc

/// Runs a command of the user's for what it prints.
enum CommandOutput {
  /// What `sh -c LINE` printed on its standard output; nil when it failed or wasn't done in time, when it is killed
  /// with all it started. Blocks: for the start of the program only.
  static func of(_ line: String, environment: [String: String], within limit: Duration) -> String? {
    guard let pipe = Pipe() else { return nil }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipe.writer.number, 1)
    csystem_close_from(&actions, 3)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var child: pid_t = 0
    let status = CStrings.with(["/bin/sh", "-c", line]) { words in
      CStrings.with(environment.map { "\($0.key)=\($0.value)" }) { variables in
        posix_spawn(&child, "/bin/sh", &actions, &attributes, words, variables)
      }
    }
    guard status == 0 else { return nil }
    return read(pipe, of: child, until: ContinuousClock.now + limit)
  }

  private static func read(
    _ pipe: borrowing Pipe, of child: pid_t, until deadline: ContinuousClock.Instant
  ) -> String? {
    pipe.reader.setNonBlocking()
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    var wait: Int32 = 0
    var hasEnded = false
    while ContinuousClock.now < deadline {
      let count = Glibc.read(pipe.reader.number, &buffer, buffer.count)
      if count > 0 {
        output += buffer[..<count]
      } else if hasEnded {
        return wait == 0 ? String(decoding: output, as: UTF8.self) : nil
      } else {
        usleep(5_000)
        hasEnded = waitpid(child, &wait, WNOHANG) == child
      }
    }
    kill(-child, SIGKILL)
    if !hasEnded { waitpid(child, &wait, 0) }
    return nil
  }
}
