import VoiceTranslatorCore

/// A session played to one of the states that the screen has words for.
struct ScreenState {
  var session = Session(source: .tag(.english), targets: [.spanish], favourites: [tag("ca")])
  var context = ScreenContext(now: .seconds(6))
  /// What a narrator told as the session was played.
  private(set) var told: [String] = []
  private var narrator = Narrator()

  static let names = [
    "loading", "empty", "opening", "recording", "latched", "limit", "sending", "recognizing", "translating",
    "speaking", "done", "rough", "waiting", "nothing-heard", "failed", "muted", "no-microphone",
    "unreachable",
    "filter", "sources", "picker", "disabled", "several", "help", "menu-end", "messages", "readings",
    "voices", "quit",
    "typing", "correction", "corrected", "back", "lines", "search", "scrolled", "two-sides", "side-b", "auto",
    "big",
    "private", "history", "history-opened", "history-search", "export", "times-off", "hands-free",
    "hands-free-recording", "slow", "scripts", "right-to-left", "reordered", "ascii", "devices", "unsent",
  ]

  init(_ name: String, columns: Int, rows: Int) {
    update(.resized(columns: columns, rows: rows))
    context.reorders = name == "reordered"
    if name == "ascii" { context.theme = .ascii }
    if name == "loading" {
      update(.backend(.loading(progress: 0.4)))
      return
    }
    update(.microphone(.warm("USB Mic")))
    update(.backend(.ready))
    let rough = TranslationRoute(hops: ["en-pt neural", "pt-es apertium"], isRough: true)
    let routes: [LanguageTag: TranslationRoute] = [
      .spanish: rough, tag("pt"): TranslationRoute(), tag("ca"): rough, tag("fr"): TranslationRoute(),
    ]
    update(
      .capabilities(
        Capabilities(
          recognizes: Set(Language.all.map(\.tag).filter { $0 != tag("ast") }),
          translates: [.english: routes, .spanish: [.english: TranslationRoute()]],
          speaks: [.english, .spanish, tag("pt")])))
    guard name != "empty" else { return }
    turn("Where is the nearest train station?", "¿Dónde está la estación de tren más próxima?")
    play(name)
  }

  mutating func update(_ event: Event, at time: Double = 5) {
    _ = session.update(event, at: at(time))
    told += narrator.lines(session, context)
  }

  /// Begins to record and gives the turn.
  mutating func begin(bySideB: Bool = false, at time: Double = 3) -> Turn.ID {
    update(bySideB ? .talkStartedBySideB : .talkStarted, at: time)
    let id = session.recordingTurn ?? Turn.ID(0)
    update(.recordingBegan(id), at: time)
    return id
  }

  /// A whole turn.
  mutating func turn(_ heard: String, _ translated: String, alternatives: [String] = []) {
    let id = begin(at: 1)
    update(.talkEnded, at: 2)
    let others = alternatives.map { Hypothesis.Alternative(text: $0, confidence: nil) }
    update(.output(id, .recognized(Hypothesis(text: heard, isFinal: true, alternatives: others))), at: 2.6)
    update(.output(id, .milestone(.recognized)), at: 2.6)
    update(.output(id, .routes([.spanish: TranslationRoute(isRough: true)])), at: 2.6)
    update(.output(id, .translated(Translation(target: .spanish, text: translated))), at: 2.7)
    update(.output(id, .milestone(.translated)), at: 2.7)
    update(.output(id, .milestone(.firstSpeech)), at: 2.8)
    update(.speechStarted(id), at: 2.9)
    update(.turnEnded(id), at: 3)
    update(.speechEnded(id), at: 4)
  }

  /// A turn whose recording is complete, with what is known of it.
  private mutating func sent(_ outputs: TurnOutput...) -> Turn.ID {
    let id = begin()
    update(.talkEnded, at: 5)
    for output in outputs { update(.output(id, output)) }
    return id
  }

  private mutating func play(_ name: String) {
    switch name {
    case "opening": update(.talkStarted)
    case "history", "history-opened", "history-search", "export": playHistory(name)
    case "recording", "latched", "limit", "private":
      if name == "private" { update(.command(.privacy)) }
      let id = begin()
      if name == "latched" { update(.talkLatched) }
      if name == "limit" { update(.talkLimitNear(12)) }
      update(.output(id, .recognized(Hypothesis(text: "How much does", isFinal: false))))
      context.level = -18
      context.condition = name == "latched" ? .clipping : .fine
    case "devices":
      update(.command(.devices))
      let found = [
        AudioDevice(id: "default", name: "default"),
        AudioDevice(id: "pulse:usb", name: "USB Microphone, Analog Mono"),
      ]
      update(.devicesListed(.capture, found))
      update(.key(Key(.down)))
      update(.deviceTested("The microphone is heard: fine."))
    case "unsent":
      update(.command(.unsent))
      update(
        .unsentListed(
          ["20260131-140259-12-1", "20260131-140312-12-2"].map {
            UnsentRecording(name: $0, duration: .seconds(3), source: .tag(.english), targets: [.spanish])
          }))
    case "sending": _ = sent()
    case "recognizing": _ = sent(.recognized(Hypothesis(text: "How much", isFinal: false)))
    case "translating": _ = sent(.recognized(Hypothesis(text: "How much is it?", isFinal: true)))
    case "speaking": speak("Thank you.", "Gracias.")
    case "rough": update(.command(.first))
    case "waiting":
      _ = sent(.milestone(.inputSent))
      _ = sent()
    case "nothing-heard":
      let id = sent(.nothingHeard(.noise))
      update(.turnEnded(id))
    case "failed":
      let notice = Notice(
        "The backend 'cloud' at 127.0.0.1:1 can't be reached.", remedy: "Check the network.")
      let id = sent()
      update(.turnFailed(id, notice, kept: true))
    case "muted": update(.command(.muteSpeech))
    case "no-microphone": update(.microphone(.missing))
    case "unreachable": update(.backend(.failing("unreachable")))
    case "slow":
      _ = sent(.milestone(.inputSent))
      context.now = .seconds(9)
    case "hands-free", "hands-free-recording":
      update(.command(.handsFree))
      guard name == "hands-free-recording" else { return }
      update(.voiceBegan, at: 3)
      update(.recordingBegan(Turn.ID(2)), at: 3)
      context.level = -18
    default: playKeys(name)
    }
  }

  private mutating func speak(_ heard: String, _ translated: String) {
    let id = sent(
      .recognized(Hypothesis(text: heard, isFinal: true)),
      .translated(Translation(target: .spanish, text: translated)))
    update(.speechStarted(id))
  }

  private mutating func playKeys(_ name: String) {
    switch name {
    case "filter":
      update(.command(.filter))
      update(.typed("port"))
    case "sources": update(.command(.sources))
    case "picker": update(.command(.down))
    case "disabled":
      update(.command(.filter))
      update(.typed("german"))
      update(.command(.accept))
    case "several":
      update(.command(.addTarget))
      update(.command(.filter))
      update(.typed("portuguese"))
      update(.command(.accept))
      update(.command(.addTarget))
      let id = sent(.recognized(Hypothesis(text: "Good night.", isFinal: true)))
      update(.output(id, .translated(Translation(target: .spanish, text: "Buenas noches."))))
      update(.output(id, .translated(Translation(target: tag("pt"), text: "Boa noite."))))
      update(.turnEnded(id))
    case "help": update(.command(.help))
    case "menu-end":
      update(.command(.help))
      for _ in 0..<60 { update(.command(.down)) }
    case "messages":
      update(
        .noticed(Notice("The microphone gave nothing but silence.", remedy: "Check that it is not muted.")))
      update(.command(.messages))
    case "voices":
      update(.capabilities(Capabilities(voices: [.spanish: ["pico:es-ES", "espeak:es", "espeak:es-419"]])))
      update(.command(.voice))
      update(.command(.down))
    case "readings":
      turn("I see the bare.", "Veo lo desnudo.", alternatives: ["I see the bear.", "Icy the bear."])
      update(.command(.lines))
      update(.command(.targets))
      update(.command(.down))
    case "quit":
      _ = sent()
      update(.command(.quit))
    default: playTexts(name)
    }
  }

  private mutating func playTexts(_ name: String) {
    switch name {
    case "typing":
      update(.command(.typeText))
      update(.typed("Do you have 日本語 menus?"))
    case "correction": update(.command(.edit))
    case "corrected":
      update(.command(.edit))
      update(.typed(" Please."))
      update(.key(Key(.enter)))
    case "back":
      update(.command(.backTranslate))
      update(
        .output(Turn.ID(2), .translated(Translation(target: .english, text: "Where is the next station?"))))
    case "lines", "search", "scrolled":
      for number in 1...12 {
        turn("This is sentence number \(number).", "Esta es la frase número \(number).")
      }
      if name == "scrolled" { for _ in 0..<4 { update(.wheel(-1)) } } else { update(.command(.lines)) }
      if name == "lines" { for _ in 0..<3 { update(.command(.up)) } }
      if name == "search" {
        update(.command(.filter))
        update(.typed("NUMBER 7"))
        update(.key(Key(.enter)))
      }
    case "two-sides": update(.command(.twoSides))
    case "side-b":
      update(.command(.twoSides))
      _ = begin(bySideB: true)
      context.level = -30
    case "auto": update(.command(.findSide))
    case "big": update(.command(.bigText))
    case "times-off": update(.command(.times))
    case "scripts":
      turn("駅はどこですか？ 東京駅の近くのホテルを探しています。", "สวัสดีครับ ยินดีที่ได้รู้จัก")
      turn("नमस्ते, आप कैसे हैं? 👨‍👩‍👧", "Où est l'hôtel ? e\u{301}té 👍🏽 🇫🇷")
    case "right-to-left", "reordered": turn("أين أقرب محطة قطار؟", "איפה תחנת הרכבת הקרובה?")
    default: break
    }
  }
}
