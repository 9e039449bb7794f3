public import VoiceTranslatorCore

extension HistoryStore {
  /// Begins a conversation; gives its number. A conversation with this UUID that is there already is gone on with.
  public func begin(_ conversation: Conversation) throws(HistoryError) -> Int {
    try transaction { () throws(SQLiteFailure) in try insert(conversation) }
  }

  /// Writes an utterance into a conversation, which then ends with it. An utterance that is there already is replaced;
  /// if what was heard is another text now, the old one is kept as a correction.
  public func record(_ utterance: ConversationUtterance, in conversation: Int) throws(HistoryError) {
    try transaction { () throws(SQLiteFailure) in
      try write(utterance, in: conversation)
      try connection.run(
        "UPDATE conversation SET ended = max(ended, ?) WHERE id = ?", .integer(utterance.ended.milliseconds),
        .integer(Int64(conversation)))
    }
  }

  /// Adds whole conversations, each unless it is there already; gives how many are new.
  public func add(_ conversations: [Conversation]) throws(HistoryError) -> Int {
    try transaction { () throws(SQLiteFailure) in
      var count = 0
      for conversation in conversations {
        let known = try connection.query(
          "SELECT 1 FROM conversation WHERE uuid = ?", .text(conversation.uuid)
        ) { $0.integer(0) }
        guard known.isEmpty else { continue }
        let id = try insert(conversation)
        for utterance in conversation.utterances { try write(utterance, in: id) }
        count += 1
      }
      return count
    }
  }

  private func insert(_ conversation: Conversation) throws(SQLiteFailure) -> Int {
    try connection.run(
      "INSERT INTO conversation (uuid, began, ended, backend) VALUES (?, ?, ?, ?) ON CONFLICT (uuid) DO NOTHING",
      .text(conversation.uuid), .integer(conversation.began.milliseconds),
      .integer(conversation.ended.milliseconds), .text(conversation.backend))
    return try connection.query("SELECT id FROM conversation WHERE uuid = ?", .text(conversation.uuid)) {
      $0.integer(0)
    }.first ?? 0
  }

  private func write(_ utterance: ConversationUtterance, in conversation: Int) throws(SQLiteFailure) {
    let old = try connection.query(
      "SELECT id, text FROM utterance WHERE conversation = ? AND number = ?", .integer(Int64(conversation)),
      .integer(Int64(utterance.number))
    ) { (id: $0.integer(0), text: $0.text(1)) }.first
    try connection.run(
      """
      INSERT INTO utterance (conversation, number, began, ended, language, detected, text, confidence,
        recognize_ms, translate_ms, speak_ms, total_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (conversation, number) DO UPDATE SET language = excluded.language, detected = excluded.detected,
        text = excluded.text, confidence = excluded.confidence, ended = excluded.ended,
        recognize_ms = excluded.recognize_ms, translate_ms = excluded.translate_ms, speak_ms = excluded.speak_ms,
        total_ms = excluded.total_ms
      """,
      .integer(Int64(conversation)), .integer(Int64(utterance.number)),
      .integer(utterance.began.milliseconds),
      .integer(utterance.ended.milliseconds), SQLiteValue(utterance.language?.description),
      .integer(utterance.detected ? 1 : 0), .text(utterance.text), SQLiteValue(utterance.confidence),
      SQLiteValue(utterance.times.recognize), SQLiteValue(utterance.times.translate),
      SQLiteValue(utterance.times.speak), SQLiteValue(utterance.times.total))
    let id = old.map { Int64($0.id) } ?? connection.lastRow
    if let old, old.text != utterance.text {
      try correct(id, at: utterance.ended, before: old.text)
    }
    for correction in utterance.corrections { try correct(id, at: correction.at, before: correction.before) }
    try writeTexts(of: utterance, id: id, isNew: old == nil)
  }

  private func correct(_ id: Int64, at time: Timestamp, before: String) throws(SQLiteFailure) {
    try connection.run(
      "INSERT INTO correction (utterance, at, before) VALUES (?, ?, ?)", .integer(id),
      .integer(time.milliseconds),
      .text(before))
  }

  private func writeTexts(
    of utterance: ConversationUtterance, id: Int64, isNew: Bool
  ) throws(SQLiteFailure) {
    if !isNew {
      try connection.run("DELETE FROM translation WHERE utterance = ?", .integer(id))
      try connection.run("DELETE FROM utterance_words WHERE rowid = ?", .integer(id))
    }
    for (position, rendering) in utterance.translations.enumerated() {
      try connection.run(
        "INSERT INTO translation (utterance, position, language, text, route, rough) VALUES (?, ?, ?, ?, ?, ?)",
        .integer(id), .integer(Int64(position)), .text(rendering.language.description), .text(rendering.text),
        .text(rendering.route.joined(separator: "\n")), .integer(rendering.rough ? 1 : 0))
    }
    let words = SearchWords.indexed([utterance.text] + utterance.translations.map(\.text))
    try connection.run(
      "INSERT INTO utterance_words (rowid, words) VALUES (?, ?)", .integer(id), .text(words))
  }
}
