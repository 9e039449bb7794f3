import VoiceTranslatorCore

/// What was learned of each terminal's auto-repeat, kept between runs in `terminals.toml`.
struct TerminalTimings {
  let file: String
  let terminal: String

  init(folder: String, terminal: String) {
    file = folder + "/terminals.toml"
    self.terminal = terminal
  }

  func read() -> HoldDetector.Timing? { all()[terminal] }

  func write(_ timing: HoldDetector.Timing) {
    var timings = all()
    guard timings[terminal] != timing, Self.isPlain(terminal) else { return }
    timings[terminal] = timing
    let lines = timings.sorted { $0.key < $1.key }.map {
      "\"\($0.key)\" = { first_gap_ms = \($0.value.firstGap), interval_ms = \($0.value.interval) }\n"
    }
    _ = PrivateFile.replace(file, with: lines.joined())
  }

  private func all() -> [String: HoldDetector.Timing] {
    guard let text = PrivateFile.read(file), let root = try? TOMLNode.parse(text),
      case .table(let terminals) = root.value
    else { return [:] }
    return terminals.reduce(into: [:]) { timings, member in
      guard case .table(let fields) = member.node.value else { return }
      var numbers: [String: Int] = [:]
      for field in fields {
        if case .integer(let number) = field.node.value { numbers[field.key] = Int(number) }
      }
      if let gap = numbers["first_gap_ms"], let interval = numbers["interval_ms"], gap > 0, interval > 0 {
        timings[member.key] = .init(firstGap: gap, interval: interval)
      }
    }
  }

  /// Terminal names are words; anything else is not worth quoting.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-+._".contains($0)) }
  }
}
