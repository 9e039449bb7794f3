extension Session {
  /// The keys that do something now, the most needed first; those that don't fit are left to the menu.
  func drawFooter(_ canvas: inout Canvas, _ area: Area, _ context: ScreenContext) {
    var x = area.x
    for (key, label) in footerKeys where !key.isEmpty {
      let width = DisplayWidth.of(key) + 1 + DisplayWidth.of(label)
      guard x + width <= area.x + area.width else { return }
      x += canvas.put(key, at: .init(x, area.y), style: .bold)
      x += canvas.put(" \(label)", at: .init(x, area.y), style: context.palette.faint) + 2
    }
  }

  private var footerKeys: [(String, String)] {
    switch overlay {
    case .confirmQuit?: return [("Enter", "quit"), ("Esc", "stay")]
    case .help?: return [("Up/Down", "choose"), ("Enter", "do it"), ("Esc", "close")]
    case .readings?: return [("Up/Down", "reading"), ("Enter", "take it"), ("Esc", "close")]
    case .devices?:
      return [("Enter", "use"), ("t", "test"), ("Left/Right", "microphones/speakers"), ("Esc", "close")]
    case .unsent?:
      return [("Enter", "send"), ("p", "play"), ("s", "save"), ("Del", "delete"), ("Esc", "close")]
    case .voices?: return [("Up/Down", "voice"), ("Enter", "take it"), ("Esc", "close")]
    case .messages?: return [("Up/Down", "scroll"), ("Esc", "close")]
    case .bigText?: return [(preferences.talkKeys.a.title, "talk"), (key(.bigText), "close")]
    case .history?, nil: break
    }
    switch field?.purpose {
    case .filter?: return [("Enter", "choose"), ("Up/Down", "language"), ("Esc", "close")]
    case .search?: return [("Enter", "search"), ("Esc", "cancel")]
    case .utterance?: return [("Enter", "translate"), ("Up/Down", "earlier"), ("Esc", "cancel")]
    case .correction?: return [("Enter", "translate anew"), ("Esc", "cancel")]
    case .history?: return [("Enter", "search"), ("Esc", "cancel")]
    case .export?: return [("Enter", "write"), (".md .txt .srt .vtt .json", "forms"), ("Esc", "cancel")]
    case nil where isBrowsing:
      return [
        ("Up/Down", "choose"), ("Enter", "open"), (key(.filter), "search"), (key(.export), "export"),
        ("Delete", "forget"), ("Esc", "back"),
      ]
    case nil: return talk == .idle ? idleKeys : recordingKeys
    }
  }

  private var isBrowsing: Bool { if case .history? = overlay { true } else { false } }

  private var recordingKeys: [(String, String)] {
    let send = if case .recording(_, _, .held, _) = talk { "release to send" } else { "send" }
    if case .recording(_, _, .handsFree, _) = talk {
      return [(key(.handsFree), "end hands-free"), ("SPACE", "send at once"), ("Esc", "discard")]
    }
    return [(talkKey, send), ("Up/Down", "language"), ("Esc", "discard")]
  }

  private var idleKeys: [(String, String)] {
    if focus != .talk {
      let search = query == nil ? [] : [(key(.next) + "/" + key(.previous), "next")]
      return [
        ("Esc", "back"), ("Up/Down", "line"), (key(.edit), "edit"), (key(.replay), "replay"),
        (key(.backTranslate), "back-translate"), (key(.copy), "copy"), (key(.filter), "search"),
      ] + search
    }
    if isHandsFree {
      return [(key(.handsFree), "end hands-free"), ("SPACE", "talk"), ("Esc", "stop"), (key(.help), "help")]
    }
    let hasSpeech = entries.contains { $0.milestones[.firstSpeech] != nil }
    let sideB = sides == .one ? [] : [(preferences.talkKeys.b.title, targetNames)]
    return [(preferences.talkKeys.a.title, sides == .one ? "talk" : sourceName)] + sideB
      + [("Up/Down", "language")] + (waitingCount > 0 ? [(key(.sendWaiting), "send again")] : [])
      + [(key(.swap), "swap")] + (hasSpeech ? [(key(.replay), "replay")] : [])
      + [(key(.typeText), "type"), (key(.lines), "lines"), (key(.help), "help"), (key(.quit), "quit")]
  }

  private func key(_ command: Command) -> String { preferences.bindings.label(of: command) }
}
