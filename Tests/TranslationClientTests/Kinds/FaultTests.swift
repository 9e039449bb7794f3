import Foundation
import Glibc
import Synchronization
import Testing
import VoiceTranslatorCore

@testable import TranslationClient

/// Every kind of backend in each of its stages against every fault that a network and a server can have: the stage
/// ends in time with an error that names what happened, and never in a crash or a wrong word.
@Suite(.serialized) struct FaultTests {
  /// What the server does with every request.
  enum Fault: String, CaseIterable, Sendable {
    case refuse, hangUp, resetInBody, stall, drip, truncate, retryAfterSeconds, retryAfterDate, status500,
      status502,
      status503, status504, pageWithStatus200, redirectElsewhere, gzipBomb, endless, invalidUTF8, emptyBody,
      wrongJSON

    /// What may be said of it.
    var kinds: [BackendError.Kind] {
      switch self {
      case .refuse, .hangUp: [.unreachable]
      case .resetInBody, .truncate: [.failed, .unreachable, .protocolViolation]
      case .stall, .drip: [.timedOut]
      case .retryAfterSeconds, .retryAfterDate: [.rateLimited(retryAfter: nil)]
      case .status500, .status502, .status503: [.failed]
      case .status504: [.timedOut]
      case .redirectElsewhere: [.redirected]
      case .pageWithStatus200, .gzipBomb, .endless, .invalidUTF8, .emptyBody, .wrongJSON:
        [.protocolViolation, .failed]
      }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var kind: String
    var stage: Stage
    var fault: Fault
    var testDescription: String { "\(kind) \(stage) \(fault)" }
  }

  static let cases: [Case] = Backends.descriptions.filter { $0.name != "engine" }.flatMap { kind in
    (kind.stages.keys.sorted { $0.rawValue < $1.rawValue } + (kind.fused == nil ? [] : [.recognize]))
      .flatMap { stage in Fault.allCases.map { Case(kind: kind.name, stage: stage, fault: $0) } }
  }

  private func settings(_ kind: String, _ url: String) -> Backends.Settings {
    var settings = Backends.Settings(name: "cloud", urls: [url], key: Secret("sk-canary"))
    settings.translate.model = "m"
    settings.retries.limit = 0
    var limits = TimeLimits()
    limits.idle = .milliseconds(400)
    limits.total = .milliseconds(1500)
    limits.slowest = 64
    for stage in Stage.allCases { settings.limits[stage] = limits }
    guard kind == "custom" else { return settings }
    var template = ServiceTemplate()
    template.text = "/text"
    settings.recognize.template = template
    template.body = #"{"text": "{text}", "to": "{to}"}"#
    settings.translate.template = template
    template.text = nil
    template.audio = "/audio"
    settings.speak.template = template
    return settings
  }

  @Test(arguments: cases)
  func `a fault ends a stage with what happened`(one: Case) async throws {
    // An empty answer of Google's means that nothing was said.
    guard one.kind != "google" || one.stage != .recognize || one.fault != .wrongJSON else { return }
    if one.fault == .gzipBomb { #expect(Self.bomb.count > 50_000) }
    let server = try faulty(one.fault)
    if one.fault == .refuse { server.stop() }
    let settings = settings(one.kind, server.url)
    let stages = try #require(try Backends.stages(kind: one.kind, settings, client: HTTPClient()))
    let backend = Backends.backend(stages, rest: nil, name: "cloud")
    let outputs = Outputs()
    let began = ContinuousClock.now
    let error = await backendError { () throws(BackendError) in
      try await backend.run(input(one.stage), request(one), emit: { outputs.take($0) })
    }
    let kinds = one.fault.kinds.map(Self.name)
    #expect(error.map { kinds.contains(Self.name($0.kind)) } == true, "\(String(describing: error))")
    #expect(error?.detail.contains("canary") == false)
    #expect(ContinuousClock.now - began < .seconds(30))
    let final = outputs.content.contains {
      switch $0 {
      case .recognized(let hypothesis): one.stage == .recognize && hypothesis.isFinal
      case .translated(let translation): translation.isFinal && one.stage != .speak
      default: false
      }
    }
    #expect(!final, "\(outputs.content)")
  }

  private static func name(_ kind: BackendError.Kind) -> String { "\(kind)".prefix { $0 != "(" }.description }

  private func input(_ stage: Stage) -> TurnInput {
    switch stage {
    case .recognize: .speech(Utterance(turn: Turn.ID(1), samples: [1, 2, 3]))
    case .translate: .text("Where is the station?")
    case .speak: .translation("¿Dónde está la estación?")
    }
  }

  private func request(_ one: Case) -> TurnRequest {
    let target = one.kind == "openai-translations" ? LanguageTag.english : .spanish
    return TurnRequest(
      source: .tag(one.kind == "openai-translations" ? .spanish : .english), targets: [target])
  }

  private func faulty(_ fault: Fault) throws -> LoopbackServer {
    return try LoopbackServer(exchanging: { exchange in
      if fault == .hangUp { return exchange.hangUp() }
      _ = exchange.readRequest()
      switch fault {
      case .refuse, .hangUp: exchange.hangUp()
      case .resetInBody: exchange.play(Reply("{\"te", ending: .reset))
      case .stall: exchange.play(Reply("{", ending: .stall))
      case .drip:
        exchange.begin(type: "application/json")
        for _ in 0..<200 where !exchange.isOver {
          exchange.send(" ")
          usleep(50_000)
        }
        exchange.hangUp()
      case .truncate: exchange.play(Reply("{\"text\": \"half a wo", ending: .cut))
      case .retryAfterSeconds: exchange.play(Reply("{}", status: 429, headers: ["Retry-After": "999"]))
      case .retryAfterDate:
        exchange.play(Reply("{}", status: 429, headers: ["Retry-After": "Fri, 31 Dec 2999 23:59:59 GMT"]))
      case .status500: exchange.play(Reply("<html>no", status: 500, type: "text/html"))
      case .status502: exchange.play(Reply("<html>no", status: 502, type: "text/html"))
      case .status503: exchange.play(Reply("<html>no", status: 503, type: "text/html"))
      case .status504: exchange.play(Reply("<html>no", status: 504, type: "text/html"))
      case .pageWithStatus200: exchange.play(Reply("<html>Log in to the hotel's network", type: "text/html"))
      case .redirectElsewhere:
        exchange.play(Reply(status: 307, headers: ["Location": "http://127.0.0.1:9/elsewhere"]))
      case .gzipBomb: exchange.playBytes(Self.bomb, headers: ["Content-Encoding": "gzip"])
      case .endless: exchange.playEndlessly(limit: 80 << 20)
      case .invalidUTF8: exchange.playBytes([0x7B, 0x22, 0xFF, 0xFE, 0xC3, 0x28, 0x22, 0x7D])
      case .emptyBody: exchange.play(Reply())
      case .wrongJSON: exchange.play(Reply(#"{"unexpected": [1, 2, {"deep": null}]}"#))
      }
    })
  }

  /// 100 MB of zeros in 100 KB.
  private static let bomb: [UInt8] = {
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/bin/sh")
    gzip.arguments = ["-c", "head -c 104857600 /dev/zero | gzip"]
    let pipe = Pipe()
    gzip.standardOutput = pipe
    try? gzip.run()
    return [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
  }()
}
