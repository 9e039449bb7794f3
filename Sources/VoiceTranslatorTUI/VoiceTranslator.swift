import Glibc
import VoiceTranslatorCore

/// The program: reads the command line and the configuration, and runs what was asked for.
@main
enum VoiceTranslator {
  static func main() {
    occupyStandardStreams()
    forbidCoreDumps()
    signal(SIGPIPE, SIG_IGN)
    do {
      let invocation = try Invocation(arguments: Array(CommandLine.arguments.dropFirst()))
      if invocation.has("--help") {
        Output.result(HelpText.text(for: invocation.command))
        exit(.done)
      }
      if invocation.has("--version") {
        Output.result(HelpText.version)
        exit(.done)
      }
      if let word = invocation.options["--generate"] {
        guard let page = GeneratedPage(rawValue: word) else {
          throw UsageError(
            message: "--generate can't be '\(word)'.", remedy: "It must be man, bash, zsh or fish.")
        }
        Output.text(page.text)
        exit(.done)
      }
      try run(invocation)
    } catch let error as UsageError {
      Output.note("voice-translator: \(Sanitizer.line(error.message)) \(Sanitizer.line(error.remedy))")
    } catch let error as ConfigurationError {
      Output.note("voice-translator: \(Sanitizer.line(error.message))")
    } catch {
      Output.note("voice-translator: \(Sanitizer.line("\(error)"))")
    }
    exit(.usage)
  }

  private static func run(_ invocation: Invocation) throws {
    // The file may be wrong, and it is these commands that help then.
    if invocation.command == .config { exit(ConfigCommand(invocation).run()) }
    if invocation.command == .doctor {
      let doctor = try DoctorCommand(invocation)
      Headless.run(doctor.context) { await doctor.run() }
    }
    var context = try ProgramContext(invocation)
    context.log = try Log(invocation, hasScreen: invocation.command == .terminal)
    context.log?.note(
      "\(HelpText.version) \(invocation.command.rawValue) backend \(context.configuration.backend)")
    try run(invocation, context)
  }

  private static func run(_ invocation: Invocation, _ context: ProgramContext) throws {
    switch invocation.command {
    case .terminal: exit(try TerminalCommand(context).run())
    case .translate:
      let options = try TranslateOptions(invocation, targetCount: context.targets.count)
      Headless.run(context) { await context.translate(options) }
    case .languages:
      Headless.run(context) { await LanguagesCommand.run(context, asJSON: invocation.has("--json")) }
    case .engine: exit(try EngineCommand.run(invocation, context))
    case .backends: exit(BackendsCommand.run(invocation, context))
    case .models: exit(try ModelsCommand.run(invocation, context))
    case .devices: exit(DevicesCommand.run(asJSON: invocation.has("--json")))
    case .unsent: Headless.run(context) { await UnsentCommand.run(invocation, context) }
    case .history: Headless.run(context) { HistoryCommand(invocation, context).run() }
    case .stats: Headless.run(context) { StatsCommand.run(invocation, context) }
    case .config, .doctor: break
    }
  }

  private static func exit(_ status: ExitStatus) -> Never { Glibc.exit(status.rawValue) }

  /// A standard stream that is closed would be the next file opened, and results would be written into that. What is
  /// put in its place can't be read (or written), so that it still counts as closed.
  private static func occupyStandardStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// A core dump could hold speech and keys.
  private static func forbidCoreDumps() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }
}
