import Synchronization
import VoiceTranslatorCore

/// Prints results as subtitles. Several recordings follow one another, as if they were played so.
final class SubtitlePrinter: Sendable {
  private struct State {
    var start = Duration.zero
    var count = 0
    var hasBegun = false
  }
  private let state = Mutex(State())
  private let isWebVTT: Bool
  private let isSpeechOut: Bool

  /// Nil when the format is another. `isSpeechOut`: standard output is taken by the speech.
  init?(_ format: TranslateOptions.Format, isSpeechOut: Bool) {
    guard format == .srt || format == .vtt else { return nil }
    isWebVTT = format == .vtt
    self.isSpeechOut = isSpeechOut
  }

  /// Prints a finished turn: the translations, or what was heard when there are none.
  func print(_ entry: TranscriptEntry, length: Duration) {
    let text = state.withLock { state in
      let subtitles = Subtitles(entry, from: state.start, length: length)
      let text =
        isWebVTT
        ? (state.hasBegun ? "" : Subtitles.webVTTHead) + subtitles.webVTTCues
        : subtitles.subRip(first: state.count + 1)
      state.hasBegun = true
      state.count += subtitles.cues.count
      return text
    }
    // A line end of its own follows each cue already.
    if isSpeechOut { Output.note(String(text.dropLast())) } else { Output.text(text) }
  }

  /// The next recording begins where this one ends.
  func advance(by length: Duration) { state.withLock { $0.start += length } }
}

extension Subtitles {
  /// The subtitles of a turn: a cue for each segment that was heard, at the time it was said.
  init(_ entry: TranscriptEntry, from start: Duration, length: Duration) {
    self.init(
      entry.segments.map { segment in
        let span = segment.span ?? .zero..<length
        let translations = entry.targets.map { entry.text(in: $0, ofSegment: segment.segment) }
        return Cue(
          start: start + span.lowerBound, end: start + min(span.upperBound, max(length, span.lowerBound)),
          lines: entry.targets.isEmpty ? [segment.text] : translations)
      })
  }
}

extension TurnInput {
  /// How long it lasts; text lasts no time.
  var duration: Duration {
    if case .speech(let utterance) = self { SpeechFormat.duration(of: utterance.count) } else { .zero }
  }
}
