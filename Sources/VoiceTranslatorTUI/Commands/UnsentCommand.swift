import AudioIO
import Glibc
import Synchronization
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
    case ("play", 2): return play(spool, words[1], context)
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
    var statuses: [ExitStatus] = []
    for item in items {
      var request = context.request(wantsPartials: false, wantsSpeech: false)
      request.source = item.source ?? request.source
      request.targets = item.targets.isEmpty ? request.targets : item.targets
      let options = TranslateOptions(item.path)
      let status = await context.translate(options, request)
      // Nothing heard is an answer too: asking again would give the same.
      if status == .done || status == .nothingHeard { Spool.remove(item.path) }
      statuses.append(status)
    }
    return ExitStatus.worst(statuses)
  }

  private static func play(_ spool: Spool, _ name: String, _ context: ProgramContext) -> ExitStatus {
    guard let item = spool.items().first(where: { $0.name == name }) else { return missing(name) }
    let ended = Mutex<AudioError??>(nil)
    let player = Player(context.playbackConfiguration()) { event in
      switch event {
      case .started: break
      case .finished, .stopped: ended.withLock { $0 = .some(nil) }
      case .failed(_, let error): ended.withLock { $0 = .some(error) }
      }
    }
    let clip = Clip(turn: Turn.ID(1), target: 0, segment: 0, sentence: 0)
    player.append(PrivateFile.bytes(item.path) ?? [], to: clip)
    player.finish(clip)
    player.end(clip.turn)
    while true {
      if let end = ended.withLock({ $0 }) {
        player.close()
        if let end { Output.note(Notice(end)) }
        return end == nil ? .done : .failed
      }
      usleep(20_000)
    }
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
