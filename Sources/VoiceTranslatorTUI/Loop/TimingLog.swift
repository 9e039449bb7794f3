import FoundationEssentials
import VoiceTranslatorCore

/// The timings of the newest turns in `timings.jsonl`, one line each. No word of what was said is in it.
struct TimingLog: Sendable {
  let file: String

  /// Lines that are kept; a file twice as long is cut to so many.
  private static let kept = 5_000

  init(folder: String) { file = folder + "/timings.jsonl" }

  /// Every timing that can be read; a damaged line is left out.
  func timings() -> [TurnTiming] {
    lines().compactMap { try? JSONDecoder().decode(TurnTiming.self, from: Data($0.utf8)) }
  }

  /// Adds one. What can't be written is not worth a word to the user.
  func add(_ timing: TurnTiming) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(timing) else { return }
    _ = PrivateFile.append(file, Array(line) + [0x0A])
  }

  /// Makes the file shorter if it has become long.
  func trim() {
    let lines = lines()
    guard lines.count >= 2 * Self.kept else { return }
    _ = PrivateFile.replace(file, with: lines.suffix(Self.kept).joined(separator: "\n") + "\n")
  }

  private func lines() -> [Substring] { (PrivateFile.read(file) ?? "").split(separator: "\n") }
}
