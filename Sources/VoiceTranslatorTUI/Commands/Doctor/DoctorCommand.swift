import CTerm
import Glibc
import VoiceTranslatorCore

/// `voice-translator doctor`: what a turn needs, line by line, each with its remedy; and the repair of a terminal
/// that a killed program left behind.
struct DoctorCommand {
  /// The shape that `--json` prints.
  struct Report: Encodable {
    var status: Finding.Severity
    var findings: [Finding]
  }

  let invocation: Invocation
  let context: ProgramContext
  /// What is wrong with the configuration; the defaults hold then.
  let configurationError: ConfigurationError?

  /// Takes a wrong configuration for a finding, not for an end.
  init(_ invocation: Invocation) throws(ConfigurationError) {
    self.invocation = invocation
    do throws(ConfigurationError) {
      context = try ProgramContext(invocation)
      configurationError = nil
    } catch {
      context = try ProgramContext(defaultsFor: invocation)
      configurationError = error
    }
  }

  func run() async -> ExitStatus {
    if invocation.has("--reset-terminal") { return resetTerminal() }
    let isUTF8 = SystemCheck.codeset == "UTF-8"
    var findings: [Finding] = []
    func report(_ new: [Finding]) {
      findings += new
      if !invocation.has("--json") { for finding in new { Output.result(finding.line(isUTF8: isUTF8)) } }
    }
    report([configuration])
    report(TerminalCheck.findings(context.environment["TERM"] ?? "") + [KeyboardProbe.finding(context)])
    report([SystemCheck.locale(context.environment)])
    report([await SoundCheck.microphone(context), await SoundCheck.speaker(context)])
    report(EngineCheck.findings(context))
    report(await BackendCheck.findings(context))
    report([HistoryCheck.finding(context), SystemCheck.clock(LocalTime.timestamp())])
    report(SystemCheck.disk(context.paths) + SystemCheck.permissions(context))
    let worst = findings.map(\.status).max() ?? .good
    if invocation.has("--json") { Output.json(Report(status: worst, findings: findings)) }
    return worst == .broken ? .failed : .done
  }

  private var configuration: Finding {
    if let configurationError {
      return Finding("configuration", .broken, Notice(configurationError.message))
    }
    let isThere = access(context.configurationFile, F_OK) == 0
    return Finding(
      "configuration", good: isThere ? context.configurationFile : "no file, the defaults hold")
  }

  private func resetTerminal() -> ExitStatus {
    guard ct_reset_terminal() == 0 else {
      Output.note(Notice("This is no terminal.", remedy: "Run it in the terminal that is to be repaired."))
      return .failed
    }
    return .done
  }
}
