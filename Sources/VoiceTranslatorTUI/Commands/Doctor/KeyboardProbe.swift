import VoiceTranslatorCore

/// Asks the terminal how it tells held keys, as the program does at its start.
enum KeyboardProbe {
  /// Nil: standard input or output is no terminal.
  static func run() -> HoldMode? {
    // The keyboard protocol pushed, and its flags asked for.
    guard let answer = TerminalQuestion.ask("\u{1B}[>31u\u{1B}[?u", undo: "\u{1B}[<u") else { return nil }
    var decoder = KeyDecoder()
    var mode = HoldMode.unanswered
    for event in decoder.decode(answer[...], at: .zero) {
      if case .keyboardProtocol(let flags) = event { mode = HoldMode(flags: flags) }
      if case .deviceAttributes = event, mode == .unanswered { mode = .withoutProtocol }
    }
    return mode
  }
}

extension KeyboardProbe {
  /// How the talk key's release is told here, and why; never trouble, because holding works in every terminal.
  static func finding(_ context: ProgramContext) -> Finding { Finding("talk key", good: told(context)) }

  private static func told(_ context: ProgramContext) -> String {
    if case .evdev(let path) = context.configuration.holdSource {
      do throws(EvdevError) {
        _ = try EvdevKeyboard(path: path, keys: context.configuration.talkKeys)
        return "\(HoldMode.evdev(path).word): \(HoldMode.evdev(path).reason())"
      } catch {
        return Notice(error).text
      }
    }
    guard let mode = run() else { return "not asked, because this is no terminal" }
    let timings = TerminalTimings(folder: context.paths.state, terminal: context.environment["TERM"] ?? "")
    return "\(mode.word): \(mode.reason(timings.read()))"
  }
}
