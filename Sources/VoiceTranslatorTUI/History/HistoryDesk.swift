import ConversationHistory
import Glibc
import VoiceTranslatorCore

/// Answers what the screen asks of the history, on the history's thread.
struct HistoryDesk {
  let writer: HistoryWriter
  let home: String
  let post: @Sendable (Event) -> Void

  /// So many conversations are listed.
  private static let most = 2_000

  /// Carries a request out. `keepsHistory`: what is said on the screen is in the history.
  func carryOut(_ request: HistoryRequest, _ session: Session, at now: Duration, keepsHistory: Bool) {
    let post = post
    switch request {
    case .list: list()
    case .search(let text):
      writer.ask { store, _ throws(HistoryError) in
        post(.history(.rows(try store.search(text).map(HistoryBrowser.Row.init), query: text)))
      }
    case .open(let id):
      writer.ask { store, _ throws(HistoryError) in
        let text = HistoryCommand.export.text([try store.conversation(id)])
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        post(.history(.opened(.init(id: id, lines: lines))))
      }
    case .forget(let id):
      writer.forget(id)
      list()
    case .export(let id, let path):
      let shown = Conversation(session, now: (now, LocalTime.timestamp()))
      export(id, to: expanded(path), shown: id == nil ? shown : nil, isShownKept: keepsHistory)
    }
  }

  private func list() {
    let post = post
    writer.ask { store, _ throws(HistoryError) in
      let rows = try store.conversations(limit: Self.most).map(HistoryBrowser.Row.init)
      post(.history(.rows(rows, query: nil)))
    }
  }

  /// The conversation on the screen is taken from the history where it is kept: the screen may have been cleared.
  private func export(_ id: Int?, to path: String, shown: Conversation?, isShownKept: Bool) {
    let post = post
    writer.ask { store, current throws(HistoryError) in
      let kept = id ?? (isShownKept ? current : nil)
      guard
        let conversation = try kept.map({ id throws(HistoryError) in try store.conversation(id) }) ?? shown
      else { return }
      post(.noticed(ConversationFile.write(conversation, to: path)))
    }
  }

  private func expanded(_ path: String) -> String { path.hasPrefix("~/") ? home + path.dropFirst() : path }
}

extension HistoryBrowser.Row {
  init(_ summary: ConversationSummary) {
    let languages = summary.languages.map(\.description).joined(separator: " ")
    let time = summary.began.minutes(offset: LocalTime.offset(at: summary.began))
    self.init(id: summary.id, text: "\(time)  \(languages)  (\(summary.utterances))  \(summary.opening)")
  }

  init(_ hit: HistoryHit) {
    let time = hit.utterance.began.minutes(offset: LocalTime.offset(at: hit.utterance.began))
    let texts = [hit.utterance.text] + hit.utterance.translations.map(\.text)
    self.init(id: hit.conversation, text: "\(time)  \(texts.joined(separator: " / "))")
  }
}

extension Conversation {
  /// What the screen holds of the conversation.
  init(_ session: Session, now: (uptime: Duration, time: Timestamp)) {
    let utterances = (0..<session.transcript.count).compactMap {
      ConversationUtterance(session.transcript[$0], now: now)
    }
    self.init(
      uuid: UUIDText.random(), began: utterances.first?.began ?? now.time,
      ended: utterances.last?.ended ?? now.time, backend: "", utterances: utterances)
  }
}
