import AudioIO
import CTerm
import Glibc
import TranslationClient
import VoiceTranslatorCore

/// `voice-translator doctor`: what a turn needs, line by line, each with its remedy; and the repair of a terminal
/// that a killed program left behind.
enum DoctorCommand {
  static func run(_ invocation: Invocation, _ context: ProgramContext) async -> ExitStatus {
    if invocation.has("--reset-terminal") {
      guard ct_reset_terminal() == 0 else {
        Output.note(Notice("This is no terminal.", remedy: "Run it in the terminal that is to be repaired."))
        return .failed
      }
      return .done
    }
    var isBroken = false
    func report(_ subject: String, _ trouble: Notice?, good: String) {
      Output.result(trouble.map { "✗ \(subject): \($0.text)" } ?? "✓ \(subject): \(good)")
      if trouble != nil { isBroken = true }
    }
    report(
      "microphone", Devices.probe(.capture, context.captureDevice).map { Notice($0) },
      good: context.captureDevice)
    report(
      "speaker", Devices.probe(.playback, context.playbackDevice).map { Notice($0) },
      good: context.playbackDevice)
    let trouble = await backendTrouble(context)
    report("backend \(context.configuration.backend)", trouble, good: "ready")
    return isBroken ? .failed : .done
  }

  /// Waits up to ten seconds for the backend to be ready.
  private static func backendTrouble(_ context: ProgramContext) async -> Notice? {
    let service: BackendService
    do {
      service = try BackendService(context) { _ in }
    } catch {
      return Notice(error.message)
    }
    defer { service.stop() }
    var health = BackendHealth.loading(progress: nil)
    for _ in 0..<100 {
      health = await service.backend.health()
      if health == .ready { return nil }
      if case .failing(let error) = health, error.kind != .unreachable { return Notice(error) }
      do { try await Task.sleep(for: .milliseconds(100)) } catch { break }
    }
    if case .failing(let error) = health { return Notice(error) }
    return Notice("It was not ready within ten seconds.", remedy: "Try again.")
  }
}
