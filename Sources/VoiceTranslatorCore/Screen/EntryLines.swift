/// One line of the conversation pane: runs of text, each in its style.
struct ConversationLine: Equatable {
  struct Run: Equatable {
    var text: String
    var style: Style
  }

  var runs: [Run]
}

extension Session {
  /// A turn: what was heard, each translation, and its times or its trouble.
  func lines(
    of entry: TranscriptEntry, width: Int, showsLatency: Bool, _ context: ScreenContext
  ) -> [ConversationLine] {
    let palette = context.palette
    let layout = EntryLayout(entry, width: width, palette)
    var lines = layout.block(
      lead: entry.began.clock.description, name: layout.names[0], heard(entry, context),
      entry.isHeardFinal ? palette.heard : palette.faint)
    for target in entry.targets {
      let text = Sanitizer.lines(entry.text(in: target))
      if !text.isEmpty {
        let rough = entry.routes[target]?.isRough == true ? " (rough)" : ""
        let doubt = entry.doubt(in: target).map { " (unverified: \(Sanitizer.line($0)))" } ?? ""
        let sounds = speakingEntry == entry.id ? " " + context.theme.speaker : ""
        let style = entry.isFinal(in: target) ? palette.translation : palette.faint
        lines += layout.block(name: Self.name(target), text + rough + doubt + sounds, style)
      }
      if let back = entry.backTranslations[target] {
        let text = back.isEmpty ? context.theme.ellipsis : Sanitizer.lines(back)
        lines += layout.block(name: "back", text, palette.faint)
      }
    }
    for problem in entry.problems { lines += layout.block(Sanitizer.line(problem.message), palette.error) }
    if case .failed(let failure, let kept) = entry.stage {
      // The message says it once: on the status line while it stands there, here afterwards.
      let text = notice == failure ? "Not translated." : failure.text
      lines += layout.block(text + (kept ? " The recording is kept." : ""), palette.error)
    }
    if showsTimes, showsLatency, entry.stage == .done, speakingEntry != entry.id,
      let times = Latency(entry.milestones).line
    {
      lines += layout.block(times, palette.faint)
    }
    return lines
  }

  private func heard(_ entry: TranscriptEntry, _ context: ScreenContext) -> String {
    if !entry.heard.isEmpty {
      return Sanitizer.lines(entry.heard) + (entry.uncorrected == nil ? "" : " (corrected)")
    }
    return switch entry.stage {
    case .nothingHeard: "(nothing was heard)"
    case .done, .failed: "(no text)"
    case .recording, .sending, .recognizing, .translating, .speaking: context.theme.ellipsis
    }
  }

  func padded(_ text: String, _ width: Int) -> String { EntryLayout.padded(text, width) }
}

/// How a turn's lines are divided into time, language and text.
struct EntryLayout {
  /// The spoken language's name, then those of the targets.
  let names: [String]
  private let width: Int
  private let clockWidth: Int
  private let nameWidth: Int
  private let palette: Palette

  /// Below this width lines have no room for the time and the language.
  private static let withMargin = 36

  init(_ entry: TranscriptEntry, width: Int, _ palette: Palette) {
    names = [entry.sourceTag.map(Session.name) ?? "?"] + entry.targets.map(Session.name)
    self.width = width
    self.palette = palette
    let hasMargin = width >= Self.withMargin
    clockWidth = hasMargin ? 7 : 0
    nameWidth = hasMargin ? min(names.map { DisplayWidth.of($0) }.max() ?? 0, 12) + 2 : 0
  }

  /// Lines of a text behind its margin.
  func block(lead: String = "", name: String = "", _ text: String, _ style: Style) -> [ConversationLine] {
    let indent = clockWidth + nameWidth
    return Wrap.lines(text, width: max(4, width - indent)).enumerated().map { index, line in
      let head =
        index == 0
        ? Self.padded(lead, clockWidth) + Self.padded(name, nameWidth) : String(repeating: " ", count: indent)
      return ConversationLine(runs: [
        .init(text: head, style: palette.faint), .init(text: line, style: style),
      ])
    }
  }

  /// A text cut or filled to a width; a blank stays behind what was cut.
  static func padded(_ text: String, _ width: Int) -> String {
    var result = ""
    var used = 0
    for cluster in text {
      let columns = DisplayWidth.of(String(cluster))
      guard used + columns <= width - (width > 1 ? 1 : 0) else { break }
      result.append(cluster)
      used += columns
    }
    return result + String(repeating: " ", count: max(0, width - used))
  }
}
