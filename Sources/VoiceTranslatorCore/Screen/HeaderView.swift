extension Session {
  /// `voice-translator   English → Español    mic USB Mic, warm   engine ready`; what doesn't fit is left out from
  /// the left, because the conditions matter more than the name.
  func drawHeader(_ canvas: inout Canvas, _ context: ScreenContext) {
    let direction = directionWords(arrow: context.theme.arrow, bothWays: context.theme.bothWays)
    let backend = "\(context.backendName) \(backendWord)"
    let variants = [
      ["voice-translator", direction, microphoneText, backend, "half duplex"],
      ["voice-translator", direction, microphoneText, backend], [direction, microphoneText, backend],
      [direction, backend], [direction],
    ]
    let parts =
      variants.first { $0.reduce(1) { $0 + DisplayWidth.of($1) + 3 } <= canvas.columns } ?? [
        shortDirection(context)
      ]
    var x = 1
    let space = canvas.columns - 1 - parts.reduce(0) { $0 + DisplayWidth.of($1) }
    let gap = parts.count > 1 ? min(8, max(1, space / (parts.count - 1))) : 0
    for part in parts {
      let style =
        part == direction ? Style.bold : part == backend && isTroubled ? context.palette.error : .plain
      x += canvas.put(part, at: .init(x, 0), style: style, width: canvas.columns - x) + gap
    }
  }

  /// `English → Español`.
  func directionWords(arrow: String, bothWays: String) -> String {
    switch sides {
    case .one: "\(sourceName) \(arrow) \(targetNames)"
    case .two: "\(sourceName) \(bothWays) \(targetNames)"
    case .auto: "\(sourceName) or \(targetNames), found by itself"
    }
  }

  /// The source's name in itself.
  var sourceName: String {
    source.tag.map(Self.name) ?? "auto"
  }

  var targetNames: String { targets.isEmpty ? "text only" : targets.map(Self.name).joined(separator: ", ") }

  static func name(_ tag: LanguageTag) -> String { Language(tag: tag)?.nativeName ?? tag.description }

  /// `EN→ES`; while a turn is recorded, its own direction.
  func shortDirection(_ context: ScreenContext) -> String {
    if let id = recordingTurn, let index = transcript.index(of: id) {
      let entry = transcript[index]
      return Self.direction(from: entry.source, to: entry.targets, context.theme.arrow)
    }
    let arrow = sides == .one ? context.theme.arrow : context.theme.bothWays
    return Self.direction(from: source, to: targets, arrow)
  }

  private static func direction(from source: SourceLanguage, to targets: [LanguageTag], _ arrow: String)
    -> String
  {
    let from = source.tag?.description.uppercased() ?? "AUTO"
    let to = targets.map { $0.description.uppercased() }.joined(separator: ",")
    return to.isEmpty ? from : from + arrow + to
  }

  private var microphoneText: String {
    microphone == .missing && !sound.isMicrophoneMuted ? "no microphone" : "mic \(microphoneWord)"
  }

  var microphoneWord: String {
    if sound.isMicrophoneMuted { return "muted" }
    return switch microphone {
    case .opening: "opening"
    case .warm(let name): "\(Sanitizer.line(name, limit: 24)), warm"
    case .cold(let name): "\(Sanitizer.line(name, limit: 24)), cold"
    case .missing: "missing"
    }
  }

  var backendWord: String {
    switch backend {
    case .loading(nil): "loading"
    case .loading(let progress?): "loading \(Int(progress * 100)) %"
    case .ready: "ready"
    case .failing(let word): word
    }
  }

  private var isTroubled: Bool { if case .failing = backend { true } else { false } }
}
