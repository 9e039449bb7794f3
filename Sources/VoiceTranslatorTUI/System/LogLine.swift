import VoiceTranslatorCore

/// What a log says of events and of what backends say: names, numbers and states, never texts.
enum LogLine {
  /// Nil: not worth a line, or nothing but words or keys.
  static func of(_ event: Event) -> (String, Log.Level)? {
    switch event {
    case .talkStarted: ("talk: side A begins", .usual)
    case .talkStartedBySideB: ("talk: side B begins", .usual)
    case .talkLatched: ("talk: latched", .detailed)
    case .talkHeld: ("talk: held", .detailed)
    case .talkEnded: ("talk: ended", .usual)
    case .talkDiscarded: ("talk: discarded", .usual)
    case .talkLimitNear(let seconds): ("talk: \(seconds) s left", .detailed)
    case .command(let command): ("command: \(command.rawValue)", .detailed)
    case .resized(let columns, let rows): ("screen: \(columns)x\(rows)", .detailed)
    case .recordingBegan(let id): ("turn \(id): first sample", .detailed)
    case .recordingCompleted(let id, let samples, let peak):
      ("turn \(id): recorded \(SpeechFormat.duration(of: samples).milliseconds) ms, peak \(peak)", .usual)
    case .microphone(let state): ("microphone: \(word(state))", .usual)
    case .backend(.loading(let progress)):
      ("backend: loading\(progress.map { " \(Int($0 * 100)) %" } ?? "")", .detailed)
    case .backend(.ready): ("backend: ready", .usual)
    case .backend(.failing(let word)): ("backend: \(word)", .usual)
    case .output(let id, let output): ("turn \(id): \(of(output))", .detailed)
    case .turnResumed(let id): ("turn \(id): sent again", .usual)
    case .recordingFound: ("a recording waits", .usual)
    case .waiting(let count): ("\(count) turns wait", .usual)
    case .turnEnded(let id): ("turn \(id): the backend is done", .usual)
    case .turnFailed(let id, _, let kept, let mayPass):
      (
        "turn \(id): failed\(kept ? ", its recording is kept" : "")\(mayPass ? ", it is sent again" : "")",
        .usual
      )
    case .speechStarted(let id): ("turn \(id): speech starts", .usual)
    case .speechEnded(let id): ("turn \(id): speech ends", .usual)
    case .configurationChanged: ("configuration: its file changed", .usual)
    case .configured: ("configuration: taken up", .usual)
    // Notices may quote a server, and a server may quote what was said.
    case .noticed(let notice): (notice.isError ? "a trouble was told" : "a message was told", .detailed)
    default: nil
    }
  }

  /// What a backend said, without its words.
  static func of(_ output: TurnOutput) -> String {
    switch output {
    case .routes(let routes): "routes to \(routes.keys.map(\.description).sorted().joined(separator: ", "))"
    case .recognized(let hypothesis):
      "segment \(hypothesis.segment) revision \(hypothesis.revision): \(hypothesis.text.count) characters"
        + (hypothesis.isFinal ? ", final" : "")
    case .detected(let tag, let probability): "detected \(tag) (\(probability))"
    case .translated(let translation):
      "translation to \(translation.target), segment \(translation.segment) sentence \(translation.sentence): "
        + "\(translation.text.count) characters" + (translation.isFinal ? ", final" : "")
    case .speech(let chunk): "speech in \(chunk.target): \(chunk.bytes.count) bytes"
    case .nothingHeard(let silence): "nothing heard: \(silence.rawValue)"
    case .problem(let problem):
      "\(problem.stage.rawValue) failed" + (problem.target.map { " for \($0)" } ?? "")
    case .milestone(let milestone): "milestone \(milestone.rawValue)"
    case .handedOver(let handover):
      "\(handover.from) failed\(handover.stage.map { " to \($0.rawValue)" } ?? ""), \(handover.to) goes on"
    case .retrying(let pause): "asked again in \(pause.milliseconds) ms"
    }
  }

  private static func word(_ state: MicrophoneState) -> String {
    switch state {
    case .opening: "opening"
    case .warm(let name): "open, \(name)"
    case .cold(let name): "closed until it is needed, \(name)"
    case .missing: "missing"
    }
  }
}
