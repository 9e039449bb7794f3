import VoiceTranslatorCore

/// The settings in force.
struct Configuration: Equatable {
  /// The language spoken; nil: the locale's, or the last choice.
  var source: SourceLanguage?
  /// The languages to translate to; nil: the last choice; empty: none, only transcribe.
  var targets: [LanguageTag]?
  /// The backends to use, by name: of several the next where one fails; `engine` is built in.
  var backends = ["engine"]
  /// The first of them.
  var backend: String { backends.first ?? "engine" }
  /// Names and terms with one right translation.
  var glossary = Glossary()
  var overlaps = true
  var isOffline = false
  var isPrivate = false

  var talkKeys = TalkKeys()
  var holdSource = HoldSource.terminal
  var tap = Duration.milliseconds(200)
  var limit = Duration.seconds(600)

  /// The microphone and the speaker; nil: the last choice.
  var capture: String?
  var playback: String?
  var preRoll = Duration.milliseconds(300)
  var hangover = Duration.milliseconds(200)
  var isMicrophoneWarm = true
  var leadIn = Duration.zero
  var volume = 1.0
  var playbackSpeed = 1.0
  var isHalfDuplex = true
  var cancelsEcho = false

  var speaks = true
  var voices: [LanguageTag: String] = [:]
  var speed = 1.0

  /// A newer translation's speech stops what plays of an older one.
  var replacesSpeech = true

  var keepsHistory = true
  /// Days that conversations are kept; 0: for good.
  var historyDays = 90
  var keepsAudio = false

  var spools = true

  var isASCII = false
  var hasColor = true
  var theme = Palette.Theme.standard
  var hasMouse = true
  var isLinear = false
  var reordersRightToLeft = false
  var bindings = KeyBindings.standard

  var engineCommand: String?
  var engineSocket: String?
  var engineThreads: Int?
  var engineModels: String?
  /// Where models are pulled from; nil: their publishers.
  var engineMirror: String?

  /// What `[backends.NAME]` says, by name, then by the path within it.
  var backendSettings: [String: [String: SettingValue]] = [:]

  /// The defaults, with what was set over them.
  init(_ layers: SettingLayers) throws(ConfigurationError) {
    let values = layers.values
    func text(_ path: String) -> String? { if case .text(let text)? = values[path] { text } else { nil } }
    func texts(_ path: String) -> [String]? {
      if case .texts(let texts)? = values[path] { texts } else { nil }
    }
    func flag(_ path: String, _ fallback: Bool) -> Bool {
      if case .flag(let flag)? = values[path] { flag } else { fallback }
    }
    func integer(_ path: String) -> Int? {
      if case .integer(let number)? = values[path] { number } else { nil }
    }
    func number(_ path: String) -> Double? {
      if case .number(let number)? = values[path] { number } else { nil }
    }
    func milliseconds(_ path: String, _ fallback: Duration) -> Duration {
      integer(path).map { .milliseconds($0) } ?? fallback
    }

    let candidates = (texts("alternatives") ?? []).compactMap { LanguageTag($0) }
    switch text("from") {
    case "auto"?: source = .detect(candidates)
    case let tag?: source = LanguageTag(tag).map { .tag($0) }
    case nil: source = nil
    }
    targets = texts("to")?.compactMap { LanguageTag($0) }
    backends = texts("backend") ?? backends
    overlaps = flag("overlap", overlaps)
    isOffline = flag("offline", isOffline)
    isPrivate = flag("private", isPrivate)
    talkKeys = try Self.talkKeys(text("hold.key"), text("hold.key_b"))
    holdSource = text("hold.source").flatMap { HoldSource($0) } ?? holdSource
    tap = milliseconds("hold.tap_ms", tap)
    limit = integer("hold.limit_s").map { .seconds($0) } ?? limit
    capture = text("audio.capture")
    playback = text("audio.playback")
    leadIn = milliseconds("audio.lead_in_ms", leadIn)
    volume = number("audio.volume") ?? volume
    playbackSpeed = number("audio.speed") ?? playbackSpeed
    isHalfDuplex = flag("audio.half_duplex", isHalfDuplex)
    cancelsEcho = flag("audio.echo_cancellation", cancelsEcho)
    preRoll = milliseconds("audio.pre_roll_ms", preRoll)
    hangover = milliseconds("audio.hangover_ms", hangover)
    isMicrophoneWarm = flag("audio.warm", isMicrophoneWarm)
    speaks = flag("speech.enabled", speaks)
    if case .textByTag(let voices)? = values["speech.voices"] { self.voices = voices }
    speed = number("speech.speed") ?? speed
    replacesSpeech = (text("speech.queue") ?? "replace") == "replace"
    keepsHistory = flag("history.enabled", keepsHistory) && !isPrivate
    historyDays = integer("history.days") ?? historyDays
    keepsAudio = flag("history.audio", keepsAudio)
    spools = flag("spool.enabled", spools) && !isPrivate
    isASCII = flag("ui.ascii", isASCII)
    hasColor = flag("ui.color", hasColor)
    theme = text("ui.theme").flatMap(Palette.Theme.init) ?? theme
    hasMouse = flag("ui.mouse", hasMouse)
    isLinear = flag("ui.linear", isLinear)
    reordersRightToLeft = text("ui.rtl") == "reorder"
    if case .keys(let bindings)? = values["ui.keys"] { self.bindings = bindings }
    engineCommand = text("engine.command")
    engineSocket = text("engine.socket")
    engineThreads = integer("engine.threads")
    engineModels = text("engine.models")
    engineMirror = text("engine.mirror")

    for (path, value) in values {
      guard let name = SettingLayers.backendName(path) else { continue }
      let inner = path.split(separator: ".").dropFirst(2).joined(separator: ".")
      backendSettings[name, default: [:]][inner] = value
    }
    if case .glossary(let inline, let file)? = values["glossary"] {
      glossary = try GlossaryTable.whole(inline, file: file)
    }
    if isOffline { backends = ["engine"] }
    for backend in backends where backend != "engine" && backendSettings[backend] == nil {
      throw ConfigurationError(
        place: "configuration", key: "backend",
        reason: "names '\(Sanitizer.line(backend))', which is not configured",
        remedy: "Add a [backends.\(Sanitizer.line(backend))] table, or use \"engine\".")
    }
  }
}
