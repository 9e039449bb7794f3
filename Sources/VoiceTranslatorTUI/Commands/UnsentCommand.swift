import AudioIO
import Glibc
import TranslationClient
import VoiceTranslatorCore

/// `voice-translator unsent`: recordings whose translation is not complete.
enum UnsentCommand {
  /// The shape of each recording that `unsent list --json` prints.
  struct Row: Encodable {
    var id: String
    /// Nil: the file is damaged.
    var seconds: Double?
    var from: String
    var to: [String]
    /// A running program is at it.
    var busy: Bool
  }

  static func run(_ invocation: Invocation, _ context: ProgramContext) async -> ExitStatus {
    let words = invocation.operands
    let spool = Spool(folder: context.paths.unsent)
    guard invocation.verb == "list" || !invocation.has("--json") else {
      Output.note("voice-translator: --json belongs to unsent list. Leave it out.")
      return .usage
    }
    switch invocation.verb {
    case "send": return await send(spool, context)
    case "play": return await play(spool, words[0], context)
    case "save": return save(spool, words[0], to: words[1])
    case "delete": return delete(spool, words[0])
    default: return list(spool, asJSON: invocation.has("--json"))
    }
  }

  private static func list(_ spool: Spool, asJSON: Bool) -> ExitStatus {
    let rows = spool.items().map { item in
      Row(
        id: item.name, seconds: samples(of: item).map { SpeechFormat.duration(of: $0.count) / .seconds(1) },
        from: item.source?.tag?.description ?? "auto", to: item.targets.map(\.description), busy: item.isInUse
      )
    }
    guard !asJSON else {
      Output.json(rows)
      return .done
    }
    for row in rows {
      let seconds = row.seconds.map { "\(Latency.seconds(.seconds($0))) s" } ?? "damaged"
      let languages = "\(row.from) → \(row.to.joined(separator: ","))"
      Output.result("\(Sanitizer.line(row.id))\t\(seconds)\t\(languages)\(row.busy ? "\tin use" : "")")
    }
    return .done
  }

  private static func play(_ spool: Spool, _ name: String, _ context: ProgramContext) async -> ExitStatus {
    guard let item = spool.items().first(where: { $0.name == name }) else { return missing(name) }
    guard let bytes = PrivateFile.bytes(item.path) else {
      Output.note(Notice("It can't be read: \(String(cString: strerror(errno)))."), about: name)
      return .failed
    }
    if let error = await CommandPlayer.play([bytes], context.playbackConfiguration()) {
      Output.note(Notice(error), about: name)
      return .failed
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
    for item in items { statuses.append(await send(item, on: service, context)) }
    return ExitStatus.worst(statuses)
  }

  /// Goes on where the recording's turn had come; what it comes to now is noted again if it fails.
  private static func send(_ item: Spool.Item, on service: BackendService, _ context: ProgramContext) async
    -> ExitStatus
  {
    var request = context.request(wantsPartials: false, wantsSpeech: false)
    request.source = item.source ?? request.source
    request.targets = item.targets.isEmpty ? request.targets : item.targets
    var command = TranslateCommand(
      options: TranslateOptions(item.path), request: request, backend: service.backend,
      stageNames: service.stageNames,
      playback: context.playbackConfiguration(), log: context.log)
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
