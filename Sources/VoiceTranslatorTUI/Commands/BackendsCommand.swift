import TranslationClient
import VoiceTranslatorCore

/// `voice-translator backends`: the kinds of backend there are and what each can do, and those that are configured.
enum BackendsCommand {
  /// What `--json` prints. Stable across versions.
  struct Report: Encodable {
    /// One stage of a kind.
    struct Stage: Encodable {
      /// BCP 47 tags; left out: it says so itself when asked, or any is tried.
      var languages: [String]?
      /// How it spells them.
      var codes: String?
      /// The media type it is sent.
      var sends: String
      /// The media type of speech it answers with.
      var receives: String?
      var streaming: Bool
      var liveUpload: Bool
      var alternatives: Bool
      /// The longest recording and text of one request; longer ones are cut.
      var maxSeconds: Int?
      var maxCharacters: Int?

      enum CodingKeys: String, CodingKey {
        case languages, codes, sends, receives, streaming, alternatives
        case liveUpload = "live_upload"
        case maxSeconds = "max_seconds"
        case maxCharacters = "max_characters"
      }
    }
    struct Kind: Encodable {
      var kind: String
      var name: String
      /// The client or server that it was tested with; left out: none was.
      var checkedAgainst: String?
      var unverified: Bool
      var stages: [String: Stage]

      enum CodingKeys: String, CodingKey {
        case kind, name, unverified, stages
        case checkedAgainst = "checked_against"
      }
    }
    struct Configured: Encodable {
      var name: String
      var kind: String
      /// It takes part in turns now.
      var inUse: Bool

      enum CodingKeys: String, CodingKey {
        case name, kind
        case inUse = "in_use"
      }
    }
    var kinds: [Kind]
    var configured: [Configured]
  }

  static func run(_ invocation: Invocation, _ context: ProgramContext) -> ExitStatus {
    let report = Report(
      kinds: Backends.descriptions.map(Report.Kind.init), configured: configured(context.configuration))
    if invocation.has("--json") {
      Output.json(report)
      return .done
    }
    for kind in report.kinds {
      let stages = ["recognize", "translate", "speak", "interpret"].filter { kind.stages[$0] != nil }
      Output.result(
        "\(kind.kind)\t\(stages.joined(separator: ", "))\t\(kind.name)\(kind.unverified ? "\tunverified" : "")"
      )
    }
    for entry in report.configured {
      Output.result("\(Sanitizer.line(entry.name)) = \(entry.kind)\(entry.inUse ? "\tin use" : "")")
    }
    return .done
  }

  private static func configured(_ configuration: Configuration) -> [Report.Configured] {
    configuration.backendSettings.keys.sorted().map { name in
      let kind =
        if case .text(let kind)? = configuration.backendSettings[name]?["kind"] { kind } else { "engine" }
      return Report.Configured(name: name, kind: kind, inUse: configuration.backends.contains(name))
    }
  }
}

extension BackendsCommand.Report.Kind {
  fileprivate init(_ description: Backends.KindDescription) {
    kind = description.name
    name = description.title
    checkedAgainst = description.checkedAgainst
    unverified = description.checkedAgainst == nil
    stages = Dictionary(uniqueKeysWithValues: description.stages.map { ($0.key.rawValue, .init($0.value)) })
    if let fused = description.fused { stages["interpret"] = .init(fused) }
  }
}

extension BackendsCommand.Report.Stage {
  fileprivate init(_ stage: Backends.StageDescription) {
    languages = stage.languages.map { $0.sorted().map(\.description) }
    codes = stage.codes
    sends = stage.sends
    receives = stage.receives
    streaming = stage.streams
    liveUpload = stage.uploadsLive
    alternatives = stage.alternatives
    maxSeconds = stage.longest.map { Int($0 / .seconds(1)) }
    maxCharacters = stage.textLimit
  }
}
