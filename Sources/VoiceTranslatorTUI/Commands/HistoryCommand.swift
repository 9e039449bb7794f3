import ConversationHistory
import Glibc
import VoiceTranslatorCore

/// The forms of `history export`.
enum ExportFormat: String, CaseIterable {
  case md, txt, srt, vtt, json
}

/// `voice-translator history`: conversations that were kept.
struct HistoryCommand {
  private let invocation: Invocation
  private let files: HistoryFiles
  private var asJSON: Bool { invocation.has("--json") }

  init(_ invocation: Invocation, _ context: ProgramContext) {
    self.invocation = invocation
    files = HistoryFiles(context.paths)
  }

  func run() -> ExitStatus {
    do {
      try checkOptions()
      let (store, setAside) = try files.open()
      if let setAside { Output.note(Notice(historySetAside: setAside)) }
      switch invocation.verb {
      case "search": try search(store)
      case "show": try show(store)
      case "export": return try export(store)
      case "import": return try importing(store)
      case "forget": return try forget(store)
      default: try list(store)
      }
      return .done
    } catch let error as HistoryError {
      Output.note(Notice(error))
      return .failed
    } catch let error as UsageError {
      Output.note("voice-translator: \(Sanitizer.line(error.message)) \(Sanitizer.line(error.remedy))")
      return .usage
    } catch {
      Output.note("voice-translator: \(Sanitizer.line("\(error)"))")
      return .failed
    }
  }

  private func checkOptions() throws(UsageError) {
    for (option, verbs) in [
      ("--format", ["export"]), ("--all", ["forget"]), ("--json", ["list", "search", "show"]),
    ] where invocation.has(option) && !verbs.contains(invocation.verb ?? "") {
      throw UsageError(
        message: "\(option) belongs to history \(verbs.joined(separator: ", ")).", remedy: "Leave it out.")
    }
  }

  /// Columns separated by tabs, the number first.
  private func list(_ store: HistoryStore) throws(HistoryError) {
    let conversations = try store.conversations()
    guard !asJSON else { return Output.json(conversations) }
    for conversation in conversations {
      let languages = conversation.languages.map(\.description).joined(separator: " ")
      Output.result(
        [
          String(conversation.id), Self.local(conversation.began), languages, String(conversation.utterances),
          Sanitizer.line(conversation.opening, limit: 60),
        ].joined(separator: "\t"))
    }
  }

  private func search(_ store: HistoryStore) throws(HistoryError) {
    let hits = try store.search(invocation.operands.joined(separator: " "))
    guard !asJSON else { return Output.json(hits) }
    for hit in hits {
      let texts = [hit.utterance.text] + hit.utterance.translations.map(\.text)
      Output.result(
        ([String(hit.conversation), Self.local(hit.utterance.began)] + texts.map { Sanitizer.line($0) })
          .joined(separator: "\t"))
    }
  }

  private func show(_ store: HistoryStore) throws {
    let conversation = files.withAudio(try store.conversation(try number(invocation.operands[0])))
    guard !asJSON else { return Output.json(conversation) }
    Output.text(Self.export.text([conversation]))
  }

  private func export(_ store: HistoryStore) throws -> ExitStatus {
    let word = invocation.options["--format"] ?? ExportFormat.md.rawValue
    guard let format = ExportFormat(rawValue: word) else {
      throw UsageError(
        message: "--format can't be '\(word)'.", remedy: "It must be md, txt, srt, vtt or json.")
    }
    let ids =
      invocation.operands.isEmpty
      ? try store.conversations().map(\.id).reversed() : try invocation.operands.map { try number($0) }
    guard ids.count == 1 || (format != .srt && format != .vtt) else {
      throw UsageError(
        message: "\(word) holds one conversation, and \(ids.count) were asked for.",
        remedy: "Name one; voice-translator history list shows them.")
    }
    Output.text(format.text(of: try ids.map { files.withAudio(try store.conversation($0)) }))
    return .done
  }

  private func importing(_ store: HistoryStore) throws(HistoryError) -> ExitStatus {
    let path = invocation.operands[0]
    guard let bytes = path == "-" ? PrivateFile.bytes(from: STDIN_FILENO) : PrivateFile.bytes(path) else {
      Output.note(
        Notice("It can't be read: \(String(cString: strerror(errno))).", remedy: "Check the name."),
        about: path)
      return .failed
    }
    do {
      let document = try HistoryDocument.read(bytes)
      let count = try store.add(document.conversations)
      Output.result("\(count) of \(document.conversations.count) conversations are new.")
      return .done
    } catch let failure as HistoryDocument.Failure {
      Output.note(
        Notice(
          "This is no history that can be imported: \(failure.reason).",
          remedy: "Import what voice-translator history export --format json wrote."), about: path)
      return .failed
    } catch let error as HistoryError {
      throw error
    } catch {
      return .failed
    }
  }

  private func forget(_ store: HistoryStore) throws -> ExitStatus {
    guard invocation.has("--all") != !invocation.operands.isEmpty else {
      throw UsageError(
        message: "history forget needs the numbers of conversations, or --all alone.",
        remedy: "voice-translator history list shows them.")
    }
    if invocation.has("--all") {
      files.forgetAudio(try store.forgetAll())
      return .done
    }
    let ids = try invocation.operands.map { try number($0) }
    // All are looked for first: a slip of the finger deletes nothing.
    for id in ids { _ = try store.conversation(id) }
    files.forgetAudio(try store.forget(ids))
    return .done
  }

  private func number(_ word: String) throws(UsageError) -> Int {
    guard let number = Int(word) else {
      throw UsageError(
        message: "'\(word)' is no conversation's number.", remedy: "voice-translator history list shows them."
      )
    }
    return number
  }

  private static func local(_ time: Timestamp) -> String { time.minutes(offset: LocalTime.offset(at: time)) }

  static let export = ConversationExport(offset: LocalTime.offset)
}

extension ExportFormat {
  /// Conversations in this form; subtitles hold the first only.
  func text(of conversations: [Conversation]) -> String {
    switch self {
    case .md: HistoryCommand.export.markdown(conversations)
    case .txt: HistoryCommand.export.text(conversations)
    case .srt: conversations.first.map { HistoryCommand.export.subtitles($0).subRip() } ?? ""
    case .vtt:
      Subtitles.webVTTHead
        + (conversations.first.map { HistoryCommand.export.subtitles($0).webVTTCues } ?? "")
    case .json: JSONText.of(HistoryDocument(conversations), inOneLine: false) + "\n"
    }
  }
}
