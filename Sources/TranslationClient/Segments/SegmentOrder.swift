import Synchronization
import VoiceTranslatorCore

/// Puts together what is said of the stretches of an utterance: one numbering, one text, speech in order.
final class SegmentOrder: Sendable {
  /// A backend may cut a stretch again, into fewer than so many segments.
  private static let segmentsEach = 100

  fileprivate struct State {
    /// The stretch whose speech is let through.
    var current = 0
    /// Speech of later stretches, by their place.
    var waiting: [Int: [TurnOutput]] = [:]
    var ended: Set<Int> = []
    /// Somebody lets through what waited.
    var isPassing = false
    var detected: LanguageTag?
    var silence: Silence?
    var hasHeard = false
    var problems: [StageProblem] = []
  }
  private let state = Mutex(State())
  private let source: LanguageTag?
  private let emit: @Sendable (TurnOutput) async -> Void

  init(_ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void) {
    source = request.source.tag
    self.emit = emit
  }

  /// Why nothing was heard in the whole utterance; nil when something was, or nobody said why not.
  var silence: Silence? { state.withLock { $0.hasHeard ? nil : $0.silence } }

  /// What to ask for a stretch: the language that was found in an earlier one is that of the rest.
  func request(_ request: TurnRequest) -> TurnRequest {
    var request = request
    if let detected = state.withLock({ $0.detected }) { request.source = .tag(detected) }
    return request
  }

  /// Takes what the backend says of a stretch.
  func take(_ output: TurnOutput, of segment: Segment) async {
    switch output {
    case .recognized(var hypothesis):
      state.withLock { $0.hasHeard = true }
      hypothesis.segment += segment.index * Self.segmentsEach
      hypothesis.span = hypothesis.span.map { $0.lowerBound + segment.start..<$0.upperBound + segment.start }
      if needsSpace(hypothesis, segment) {
        hypothesis.text = " " + hypothesis.text
        hypothesis.stable += 1
      }
      await emit(.recognized(hypothesis))
    case .translated(var translation):
      translation.segment += segment.index * Self.segmentsEach
      await emit(.translated(translation))
    case .speech(var chunk):
      chunk.segment += segment.index * Self.segmentsEach
      let isItsTurn = state.withLock { state in
        if state.current == segment.index { return true }
        state.waiting[segment.index, default: []].append(.speech(chunk))
        return false
      }
      if isItsTurn { await emit(.speech(chunk)) }
    case .detected(let tag, _):
      state.withLock { $0.detected = $0.detected ?? tag }
      await emit(output)
    case .nothingHeard(let silence): state.withLock { $0.silence = $0.silence ?? silence }
    case .problem(let problem):
      // What has no voice has none in every stretch: said once.
      let isNew = state.withLock { state in
        defer { state.problems.append(problem) }
        return !state.problems.contains(problem)
      }
      if isNew { await emit(output) }
    case .routes, .milestone, .handedOver, .retrying: await emit(output)
    }
  }

  /// All is said of a stretch: the next one's speech may come.
  func ended(_ segment: Segment) async {
    let isFirst = state.withLock { state in
      state.ended.insert(segment.index)
      defer { state.isPassing = true }
      return !state.isPassing
    }
    guard isFirst else { return }
    while let speech = state.withLock({ $0.next() }) {
      for output in speech { await emit(output) }
    }
  }

  private func needsSpace(_ hypothesis: Hypothesis, _ segment: Segment) -> Bool {
    guard segment.index > 0, let first = hypothesis.text.first, !first.isWhitespace else { return false }
    return (source ?? state.withLock { $0.detected }).map { !Language.writesWithoutSpaces($0) } ?? true
  }
}

extension SegmentOrder.State {
  /// Speech that may come now, because what was before it has ended; nil when there is none.
  fileprivate mutating func next() -> [TurnOutput]? {
    while ended.contains(current) {
      // While what waited is let through, what comes meanwhile waits behind it.
      if let speech = waiting.removeValue(forKey: current + 1) { return speech }
      ended.remove(current)
      current += 1
    }
    isPassing = false
    return nil
  }
}
