/// How far a turn has come: what need not be done again when another backend, or a later attempt, goes on with it.
public struct TurnProgress: Sendable, Equatable {
  /// What was said, once all of it is recognised.
  public var heard: String?
  /// The language found, when it was to be detected.
  public var detected: LanguageTag?
  /// The translations that are complete.
  public var translations: [LanguageTag: String] = [:]
  /// Targets whose speech has begun, or isn't to be spoken: they are not spoken again.
  public var spoken: Set<LanguageTag> = []

  private var segments: [Int: String] = [:]
  private var sentences: [LanguageTag: [Place: String]] = [:]
  private var failedTargets: [LanguageTag: Stage] = [:]

  private struct Place: Hashable, Comparable {
    var segment: Int
    var sentence: Int
    static func < (a: Place, b: Place) -> Bool { (a.segment, a.sentence) < (b.segment, b.sentence) }
  }

  /// What is left of a turn: where to enter a backend, and with which request.
  public struct Step: Sendable, Equatable {
    /// Where the step enters.
    public enum Entry: Sendable, Equatable {
      /// With the recording.
      case recording
      /// With what was heard.
      case heard(String)
      /// With a translation that only has to be spoken.
      case translation(String)
    }
    /// Where it enters.
    public var entry: Entry
    /// What is asked for there.
    public var request: TurnRequest
  }

  /// A turn of which nothing is done.
  public init() {}

  /// The stage that comes next for some target.
  public func stage(of request: TurnRequest) -> Stage? {
    switch steps(for: request).first?.entry {
    case .recording: .recognize
    case .heard: .translate
    case .translation: .speak
    case nil: nil
    }
  }

  /// What is left to do of a request, in order.
  public func steps(for request: TurnRequest) -> [Step] {
    guard let heard else { return [Step(entry: .recording, request: request)] }
    var steps: [Step] = []
    var rest = request
    if let detected { rest.source = .tag(detected) }
    rest.targets = request.targets.filter { translations[$0] == nil }
    if !rest.targets.isEmpty { steps.append(Step(entry: .heard(heard), request: rest)) }
    guard request.wantsSpeech else { return steps }
    for target in request.targets where !spoken.contains(target) {
      guard let text = translations[target] else { continue }
      var one = rest
      one.targets = [target]
      steps.append(Step(entry: .translation(text), request: one))
    }
    return steps
  }

  /// What is done, as a backend would have said it.
  public var outputs: [TurnOutput] {
    guard let heard else { return [] }
    return [.recognized(Hypothesis(text: heard, isFinal: true))]
      + (detected.map { [.detected($0, probability: 1)] } ?? [])
      + translations.sorted { $0.key < $1.key }.map {
        .translated(Translation(target: $0.key, text: $0.value))
      }
  }

  /// Takes in what a backend says.
  public mutating func take(_ output: TurnOutput) {
    switch output {
    case .recognized(let hypothesis):
      if heard == nil { segments[hypothesis.segment] = hypothesis.text }
    case .detected(let tag, _): detected = tag
    case .translated(let new):
      guard translations[new.target] == nil else { return }
      let place = Place(segment: new.segment, sentence: new.sentence)
      sentences[new.target, default: [:]][place] = new.isFinal ? new.text : ""
      if new.doubt != nil { spoken.insert(new.target) }
    case .speech(let chunk): spoken.insert(chunk.target)
    case .nothingHeard: heard = ""
    case .problem(let problem):
      if let target = problem.target { failedTargets[target] = problem.stage }
    case .handedOver(let handover):
      // A backend of several was stood in for by another: what it had only begun to say is void.
      if handover.stage == nil || handover.stage == .recognize { segments = [:] }
      if handover.stage != .speak { sentences = sentences.mapValues { $0.filter { $0.value != "" } } }
    case .routes, .milestone, .retrying: break
    }
  }

  /// A backend has ended: well (nil), or with an error of a stage (nil within: nobody knows which). What it had said
  /// by then is complete, or void.
  public mutating func ended(failedAt failure: Stage?? = nil) {
    defer { (segments, sentences, failedTargets) = ([:], [:], [:]) }
    if let failure, failure == nil || failure == .recognize { return }
    if heard == nil, !segments.isEmpty {
      heard = segments.sorted { $0.key < $1.key }.map(\.value).joined()
    }
    for (target, places) in sentences where failedTargets[target] != .translate {
      // A translation that broke off is none.
      guard !places.values.contains(""), failure != .translate else { continue }
      translations[target] = TurnProgress.joined(places.sorted { $0.key < $1.key }.map(\.value), in: target)
    }
  }

  private static func joined(_ sentences: [String], in target: LanguageTag) -> String {
    sentences.reduce(into: "") { text, next in
      let needsSpace =
        text.last.map { !$0.isWhitespace } ?? false && !(next.first?.isWhitespace ?? true)
        && !Language.writesWithoutSpaces(target)
      text += (needsSpace ? " " : "") + next
    }
  }
}
