import Synchronization
import VoiceTranslatorCore

/// What a recogniser is sure of so far, as it grows: the sentences that are complete in the stable part of its
/// hypotheses, and at its end the whole text. Each target of a turn reads it on its own.
final class HeardText: Sendable {
  /// What is to be translated, in passages: what was given earlier stays a passage of its own while it is right.
  struct State: Sendable, Equatable {
    var passages: [String] = []
    /// The language spoken; nil: nobody knows.
    var source: LanguageTag?
    /// No more comes.
    var isWhole = false
  }

  fileprivate struct Hearing {
    var state = State()
    var segments: [Int: Hypothesis] = [:]
    /// The source is to be detected and isn't yet.
    var isUndetected = false
  }
  private let hearing: Mutex<Hearing>
  private let feeds: [AsyncStream<State>.Continuation]
  /// The states for each target; of several that nobody read yet only the newest.
  let states: [AsyncStream<State>]

  /// Nothing heard yet.
  init(source: SourceLanguage, targets: Int) {
    hearing = Mutex(
      Hearing(state: State(source: source.tag), isUndetected: source.tag == nil))
    let streams = (0..<targets).map { _ in
      AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(1))
    }
    states = streams.map(\.stream)
    feeds = streams.map(\.continuation)
  }

  /// Takes in what the recogniser says.
  func take(_ output: TurnOutput) {
    let new: State? = hearing.withLock { hearing in
      switch output {
      case .detected(let tag, _): (hearing.state.source, hearing.isUndetected) = (tag, false)
      case .recognized(let hypothesis): hearing.segments[hypothesis.segment] = hypothesis
      default: return nil
      }
      // Without its language nothing can be translated; and what may be the whole text needs no cutting.
      guard !hearing.isUndetected,
        hearing.segments.count > 1 || hearing.segments.values.contains(where: { !$0.isFinal })
      else { return nil }
      let sentences = SentenceSplitter.sentences(in: hearing.stableText, isWhole: false)
      guard sentences.count > hearing.state.passages.count else { return nil }
      hearing.state.passages = sentences
      return hearing.state
    }
    if let new { for feed in feeds { feed.yield(new) } }
  }

  /// The recogniser has heard all. What was given before and still stands stays as it was.
  func finish(_ text: String, source: LanguageTag?) {
    let whole = hearing.withLock { hearing in
      var rest = text.trimmed[...]
      var passages: [String] = []
      for passage in hearing.state.passages {
        guard rest.hasPrefix(passage.trimmed) else { break }
        rest = rest.dropFirst(passage.trimmed.count).drop(while: \.isWhitespace)
        passages.append(passage)
      }
      if !rest.isEmpty { passages.append(String(rest)) }
      return State(passages: passages, source: source ?? hearing.state.source, isWhole: true)
    }
    for feed in feeds {
      feed.yield(whole)
      feed.finish()
    }
  }

  /// Nothing more will be heard, and what was is void.
  func abandon() { for feed in feeds { feed.finish() } }
}

extension HeardText.Hearing {
  /// All final segments, and of the next one what will not change.
  fileprivate var stableText: String {
    var text = ""
    for (_, segment) in segments.sorted(by: { $0.key < $1.key }) {
      text += String(String.UnicodeScalarView(segment.text.unicodeScalars.prefix(segment.stable)))
      if !segment.isFinal { break }
    }
    return text
  }
}
