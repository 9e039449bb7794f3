import TranslationClient
import VoiceTranslatorCore

/// Whether each backend can be reached and takes its key.
enum BackendCheck {
  /// The engine takes a moment to load its models.
  private static let patience = Duration.seconds(15)

  /// One for each backend: those in use first, then the others that are configured.
  static func findings(_ context: ProgramContext) async -> [Finding] {
    let used = context.configuration.backends
    let others =
      context.configuration.isOffline ? [] : ["engine"] + context.configuration.backendSettings.keys.sorted()
    let names = others.reduce(into: used) { names, name in if !names.contains(name) { names.append(name) } }
    var findings: [Finding] = []
    for name in names { findings.append(await finding(name, context)) }
    // While one of those in use works, it takes over from the others; what isn't used can't stop a turn.
    guard findings.prefix(used.count).allSatisfy({ $0.status != .good }) else { return findings }
    for index in used.indices { findings[index].status = .broken }
    return findings
  }

  private static func finding(_ name: String, _ context: ProgramContext) async -> Finding {
    let title = "backend \(name)"
    var configuration = context.configuration
    configuration.backends = [name]
    do {
      let service = try BackendService(context.with(configuration)) { _ in }
      defer { service.stop() }
      ProgressLine.show("\(title): asking…")
      let limit = service.engine == nil ? .zero : patience
      if let error = await service.backend.failureToBeReady(within: limit) {
        return Finding(title, .warning, Notice(error))
      }
      // The engine tells for itself how it is; of a service only a turn shows that it takes the key.
      guard service.engine == nil else {
        return Finding(title, good: "ready" + (await summary(service.backend)))
      }
      if let error = await turnError(service.backend, context) {
        return Finding(title, .warning, Notice(error))
      }
      return Finding(title, good: "a word was translated and spoken")
    } catch {
      return Finding(title, .warning, Notice(error.message))
    }
  }

  /// What a turn on one word meets.
  private static func turnError(_ backend: any TranslationBackend, _ context: ProgramContext) async
    -> BackendError?
  {
    do throws(BackendError) {
      try await backend.run(.text("OK"), context.request(wantsPartials: false, wantsSpeech: true)) { _ in }
      return nil
    } catch {
      return error
    }
  }

  /// How many languages it has, where it says so.
  private static func summary(_ backend: any TranslationBackend) async -> String {
    guard let capabilities = try? await backend.capabilities() else { return "" }
    let counts = [
      ("recognises", capabilities.recognizes?.count), ("translates from", capabilities.translates?.count),
      ("speaks", capabilities.speaks?.count),
    ].compactMap { word, count in count.map { "\(word) \($0)" } }
    return counts.isEmpty ? "" : ": \(counts.joined(separator: ", ")) languages"
  }
}
