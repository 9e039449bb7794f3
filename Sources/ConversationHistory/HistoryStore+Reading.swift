public import VoiceTranslatorCore

extension HistoryStore {
  /// The conversations, newest first, at most `limit`.
  public func conversations(limit: Int = .max) throws(HistoryError) -> [ConversationSummary] {
    try reading { () throws(SQLiteFailure) in
      try connection.query(
        """
        SELECT id, began, ended, backend,
          (SELECT count(*) FROM utterance WHERE conversation = conversation.id),
          (SELECT text FROM utterance WHERE conversation = conversation.id ORDER BY number LIMIT 1),
          (SELECT group_concat(language, ' ') FROM (
            SELECT DISTINCT language FROM utterance WHERE conversation = conversation.id
            UNION SELECT DISTINCT translation.language FROM translation
              JOIN utterance ON utterance.id = utterance WHERE conversation = conversation.id))
        FROM conversation ORDER BY began DESC, id DESC LIMIT ?
        """, .integer(Int64(clamping: limit))
      ) { row in
        ConversationSummary(
          id: row.integer(0), began: Timestamp(row, 1), ended: Timestamp(row, 2),
          languages: row.text(6).split(separator: " ").compactMap { LanguageTag(String($0)) }.sorted(),
          backend: row.text(3), utterances: row.integer(4), opening: row.text(5))
      }
    }
  }

  /// A whole conversation; throws ``HistoryError/noConversation(_:)`` when there is none.
  public func conversation(_ id: Int) throws(HistoryError) -> Conversation {
    let found = try reading { () throws(SQLiteFailure) in
      try connection.query(
        "SELECT uuid, began, ended, backend FROM conversation WHERE id = ?", .integer(Int64(id))
      ) { row in
        Conversation(
          id: id, uuid: row.text(0), began: Timestamp(row, 1), ended: Timestamp(row, 2), backend: row.text(3))
      }
    }
    guard var conversation = found.first else { throw .noConversation(id) }
    conversation.utterances = try reading { () throws(SQLiteFailure) in
      try utterances("WHERE conversation = ? ORDER BY number", .integer(Int64(id))).map(\.utterance)
    }
    return conversation
  }

  /// The newest utterances, at most `limit`, that hold all these words, also as the start of longer ones, in any of
  /// their languages. Letter case and accents don't matter.
  public func search(_ text: String, limit: Int = 200) throws(HistoryError) -> [HistoryHit] {
    guard let query = SearchWords.query(text) else { return [] }
    return try reading { () throws(SQLiteFailure) in
      try utterances(
        """
        WHERE utterance.id IN (SELECT rowid FROM utterance_words WHERE utterance_words MATCH ?)
        ORDER BY began DESC LIMIT ?
        """, .text(query), .integer(Int64(limit)))
    }
  }

  private func utterances(_ condition: String, _ values: SQLiteValue...) throws(SQLiteFailure) -> [HistoryHit]
  {
    let sql = """
      SELECT id, conversation, number, began, ended, language, detected, text, confidence, recognize_ms,
        translate_ms, speak_ms, total_ms FROM utterance \(condition)
      """
    let body = { (row: SQLiteConnection.Row) in
      (
        row.integer(0),
        HistoryHit(
          conversation: row.integer(1),
          utterance: ConversationUtterance(
            number: row.integer(2), began: Timestamp(row, 3), ended: Timestamp(row, 4),
            language: LanguageTag(row.text(5)), detected: row.integer(6) != 0, text: row.text(7),
            confidence: row.real(8),
            times: .init(
              recognize: row.optionalInteger(9), translate: row.optionalInteger(10),
              speak: row.optionalInteger(11), total: row.optionalInteger(12))))
      )
    }
    let found =
      values.count == 1
      ? try connection.query(sql, values[0], body: body)
      : try connection.query(sql, values[0], values[1], body: body)
    var hits: [HistoryHit] = []
    for (id, hit) in found {
      var hit = hit
      hit.utterance.translations = try translations(of: id)
      hit.utterance.corrections = try corrections(of: id)
      hits.append(hit)
    }
    return hits
  }

  private func translations(of id: Int) throws(SQLiteFailure) -> [ConversationUtterance.Rendering] {
    try connection.query(
      "SELECT language, text, route, rough FROM translation WHERE utterance = ? ORDER BY position",
      .integer(Int64(id))
    ) { row in
      LanguageTag(row.text(0)).map { language in
        ConversationUtterance.Rendering(
          language: language, text: row.text(1), route: row.text(2).split(separator: "\n").map(String.init),
          rough: row.integer(3) != 0)
      }
    }.compactMap { $0 }
  }

  private func corrections(of id: Int) throws(SQLiteFailure) -> [ConversationUtterance.Correction] {
    try connection.query(
      "SELECT at, before FROM correction WHERE utterance = ? ORDER BY rowid", .integer(Int64(id))
    ) { ConversationUtterance.Correction(at: Timestamp($0, 0), before: $0.text(1)) }
  }
}

extension Timestamp {
  init(_ row: SQLiteConnection.Row, _ column: Int32) { self.init(milliseconds: Int64(row.integer(column))) }
}
