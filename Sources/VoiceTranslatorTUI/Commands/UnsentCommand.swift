import AudioIO
import Glibc
import TranslationClient
import VoiceTranslatorCore

/// `voice-translator unsent`: recordings whose translation is not complete.
enum UnsentCommand {
  static func run(_ invocation: Invocation, _ context: ProgramContext) async -> ExitStatus {
    let words = invocation.operands
    let spool = Spool(folder: context.paths.unsent)
    switch (words.first ?? "list", words.count) {
    case ("list", ...1): return list(spool)
    case ("send", 1): return await send(spool, context)
    case ("save", 3): return save(spool, words[1], to: words[2])
    case ("delete", 2): return delete(spool, words[1])
    default:
      Output.note("voice-translator: \(CommandName.unsent.usage)")
      return .usage
    }
  }

  private static func list(_ spool: Spool) -> ExitStatus {
    for item in spool.items() {
      let seconds =
        samples(of: item).map { "\(Latency.seconds(SpeechFormat.duration(of: $0.count))) s" } ?? "damaged"
      let languages =
        "\(item.source?.tag?.description ?? "auto") → \(item.targets.map(\.description).joined(separator: ","))"
      Output.result("\(item.name)\t\(seconds)\t\(languages)\(item.isInUse ? "\tin use" : "")")
    }
    return .done
  }

  /// Translates every recording that is left over, oldest first; those that succeed are removed.
  private static func send(_ spool: Spool, _ context: ProgramContext) async -> ExitStatus {
    let items = spool.items().filter { !$0.isInUse }
    guard !items.isEmpty else {
      Output.note("voice-translator: nothing is waiting.")
      return .done
    }
    let service: BackendService
    do {
      service = try BackendService(context) { Output.note($0) }
    } catch {
      Output.note("voice-translator: \(Sanitizer.line(error.message))")
      return .usage
    }
    defer { service.stop() }
    var statuses: [ExitStatus] = []
    for item in items { statuses.append(await send(item, on: service.backend, context)) }
    return ExitStatus.worst(statuses)
  }

  /// Goes on where the recording's turn had come; what it comes to now is noted again if it fails.
  private static func send(_ item: Spool.Item, on backend: any TranslationBackend, _ context: ProgramContext)
    async
    -> ExitStatus
  {
    var request = context.request(wantsPartials: false, wantsSpeech: false)
    request.source = item.source ?? request.source
    request.targets = item.targets.isEmpty ? request.targets : item.targets
    var command = TranslateCommand(
      options: TranslateOptions(item.path), request: request, backend: backend,
      playback: context.playbackConfiguration)
    command.progress = item.progress
    command.onFailure = { [request] progress, error in
      Spool.note(SpoolNote(request, progress, failure: Notice(error).message), besides: item.path)
    }
    let status = await command.run()
    // Nothing heard is an answer too: asking again would give the same.
    if status == .done || status == .nothingHeard { Spool.remove(item.path) }
    return status
  }

  private static func save(_ spool: Spool, _ name: String, to path: String) -> ExitStatus {
    guard let item = spool.items().first(where: { $0.name == name }) else { return missing(name) }
    guard let bytes = PrivateFile.bytes(item.path), PrivateFile.replace(path, with: bytes) else {
      Output.note(
        Notice(
          "\(path) can't be written: \(String(cString: strerror(errno))).", remedy: "Choose another place."))
      return .failed
    }
    return .done
  }

  private static func delete(_ spool: Spool, _ name: String) -> ExitStatus {
    guard let item = spool.items().first(where: { $0.name == name }) else { return missing(name) }
    Spool.remove(item.path)
    return .done
  }

  private static func missing(_ name: String) -> ExitStatus {
    Output.note(
      Notice(
        "No recording '\(name)' is waiting.", remedy: "voice-translator unsent list shows those that are."))
    return .failed
  }

  private static func samples(of item: Spool.Item) -> [Int16]? {
    PrivateFile.bytes(item.path).flatMap { try? WAVEFile($0) }?.speechSamples()
  }
}
