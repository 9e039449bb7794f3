import CTerm
import Glibc

/// Takes the terminal as the program does and crashes: `crash-probe trap|index|overflow|abort main|thread|both`.
///
/// The program itself has no way to crash on demand, and needs none; its guard is the same code.
@main
enum CrashProbe {
  static func main() {
    let words = CommandLine.arguments
    guard words.count == 3, ct_open(true, false) == 0 else { exit(2) }
    ct_show(-1, 0)
    let (kind, place) = (words[1], words[2])
    if place != "main" { startThread(kind) }
    if place != "thread" { crash(kind) }
    while true { pause() }
  }

  private static func startThread(_ kind: String) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Argument(kind)).toOpaque()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        ct_guard_thread()
        CrashProbe.crash(Unmanaged<Argument>.fromOpaque(argument).takeRetainedValue().kind)
        return nil
      }, argument)
  }

  private final class Argument {
    let kind: String
    init(_ kind: String) { self.kind = kind }
  }

  private static func crash(_ kind: String) {
    switch kind {
    case "trap": fatalError("a trap on purpose")
    case "index": print([1, 2, 3][CommandLine.arguments.count])
    case "overflow": print(depth(of: CommandLine.arguments.count))
    case "abort": abort()
    default: exit(2)
    }
  }

  /// Recurses until the stack is full.
  private static func depth(of number: Int) -> Int { number == 0 ? 0 : depth(of: number + 1) + 1 }
}
