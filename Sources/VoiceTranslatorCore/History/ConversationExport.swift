/// Conversations in forms that other programs read. What was said is sanitised: the result may be shown in a terminal.
public struct ConversationExport: Sendable {
  /// Seconds that the local clock is ahead of UTC at a time.
  public var offset: @Sendable (Timestamp) -> Int

  /// An export whose times are those of a clock with this offset.
  public init(offset: @escaping @Sendable (Timestamp) -> Int) { self.offset = offset }

  /// Markdown (CommonMark): a heading for each conversation, a paragraph for each utterance.
  public func markdown(_ conversations: [Conversation]) -> String {
    conversations.map { conversation in
      "# \(heading(conversation))\n\n"
        + conversation.utterances.map { utterance in
          let lines = [
            "**\(name(utterance.language))** (\(time(utterance))): \(Self.escaped(utterance.text))"
          ]
          let translations = utterance.translations.map {
            "> **\(name($0.language))**: \(Self.escaped($0.text))\($0.rough ? " *(rough)*" : "")"
          }
          let blocks =
            [lines.joined()] + (translations.isEmpty ? [] : [translations.joined(separator: "\\\n")])
          return blocks.joined(separator: "\n\n") + "\n\n"
        }.joined()
    }.joined()
  }

  /// Plain text: a line for what was heard, an indented one for each translation.
  public func text(_ conversations: [Conversation]) -> String {
    conversations.map { conversation in
      heading(conversation) + "\n"
        + conversation.utterances.map { utterance in
          let heard = "\(time(utterance))  \(name(utterance.language)): \(Sanitizer.line(utterance.text))\n"
          return heard
            + utterance.translations.map {
              "       \(name($0.language)): \(Sanitizer.line($0.text))\($0.rough ? " (rough)" : "")\n"
            }.joined()
        }.joined()
    }.joined(separator: "\n")
  }

  /// A cue for each utterance from the conversation's start on: what was heard, and each translation below it.
  public func subtitles(_ conversation: Conversation) -> Subtitles {
    Subtitles(
      conversation.utterances.map { utterance in
        Subtitles.Cue(
          start: utterance.began - conversation.began, end: utterance.ended - conversation.began,
          lines: [utterance.text] + utterance.translations.map(\.text))
      })
  }

  private func heading(_ conversation: Conversation) -> String {
    "Conversation of \(conversation.began.minutes(offset: offset(conversation.began)))"
  }

  private func time(_ utterance: ConversationUtterance) -> String {
    String(utterance.began.minutes(offset: offset(utterance.began)).suffix(5))
  }

  private func name(_ tag: LanguageTag?) -> String {
    guard let tag else { return "Unknown" }
    return Language(tag: tag)?.englishName ?? tag.description
  }

  /// Text in which nothing is Markdown: every ASCII punctuation character may be escaped by a backslash.
  private static func escaped(_ text: String) -> String {
    Sanitizer.line(text).reduce(into: "") { result, character in
      if "\\`*_{}[]<>()#+-!|&~".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
