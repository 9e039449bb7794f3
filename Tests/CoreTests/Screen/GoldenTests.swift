import Foundation
import Testing
import VoiceTranslatorCore

/// Screens as text files. `VOICE_TRANSLATOR_WRITE_GOLDEN=1` writes them anew; then look at every difference.
@Suite struct GoldenTests {
  static let sizes = [(120, 40), (80, 24), (60, 20), (40, 12), (20, 6)]

  @Test(arguments: [
    "empty", "recording", "latched", "speaking", "done", "failed", "filter", "help", "quit", "loading",
    "scripts", "ascii", "devices", "unsent",
  ])
  func `the screen looks as it was agreed`(state: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    for (columns, rows) in Self.sizes {
      let (session, context) = Self.session(state)
      let canvas = session.screen(columns: columns, rows: rows, context)
      let file = folder.appending(path: "\(state)-\(columns)x\(rows).txt")
      if ProcessInfo.processInfo.environment["VOICE_TRANSLATOR_WRITE_GOLDEN"] != nil {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try (canvas.text + "\n").write(to: file, atomically: true, encoding: .utf8)
      }
      let golden = try String(contentsOf: file, encoding: .utf8)
      #expect(canvas.text + "\n" == golden, "\(file.lastPathComponent)")
    }
  }

  static func session(_ state: String) -> (Session, ScreenContext) {
    var session = Session(source: .tag(.english), targets: [.spanish])
    var context = ScreenContext(now: .seconds(6), theme: state == "ascii" ? .ascii : .lines)
    if state != "loading" {
      _ = session.update(.microphone(.warm("USB Mic")), at: at(0))
      _ = session.update(.backend(.ready), at: at(0))
      let route = TranslationRoute(hops: ["en-pt neural", "pt-es apertium"], isRough: true)
      let routes: [LanguageTag: TranslationRoute] = [
        .spanish: route, tag("pt"): TranslationRoute(), tag("ca"): route,
      ]
      _ = session.update(
        .capabilities(Capabilities(translates: [.english: routes], speaks: [.spanish, tag("pt")])), at: at(0))
    }
    func turn(_ id: Int, _ heard: String, _ translated: String) {
      _ = session.update(.talkStarted, at: at(1))
      _ = session.update(.recordingBegan(Turn.ID(id)), at: at(1))
      _ = session.update(.talkEnded, at: at(2))
      _ = session.update(
        .output(Turn.ID(id), .recognized(Hypothesis(text: heard, isFinal: true))), at: at(2.6))
      _ = session.update(.output(Turn.ID(id), .milestone(.recognized)), at: at(2.6))
      _ = session.update(
        .output(Turn.ID(id), .routes([.spanish: TranslationRoute(isRough: true)])), at: at(2.6))
      _ = session.update(
        .output(Turn.ID(id), .translated(Translation(target: .spanish, text: translated))), at: at(2.7))
      _ = session.update(.output(Turn.ID(id), .milestone(.translated)), at: at(2.7))
      _ = session.update(.output(Turn.ID(id), .milestone(.firstSpeech)), at: at(2.8))
      _ = session.update(.speechStarted(Turn.ID(id)), at: at(2.9))
      _ = session.update(.turnEnded(Turn.ID(id)), at: at(3))
      _ = session.update(.speechEnded(Turn.ID(id)), at: at(4))
    }
    if !["empty", "loading"].contains(state) {
      turn(1, "Where is the nearest train station?", "¿Dónde está la estación de tren más próxima?")
    }
    switch state {
    case "recording", "latched":
      _ = session.update(.talkStarted, at: at(3))
      _ = session.update(.recordingBegan(Turn.ID(2)), at: at(3))
      if state == "latched" { _ = session.update(.talkLatched, at: at(3)) }
      _ = session.update(
        .output(Turn.ID(2), .recognized(Hypothesis(text: "How much does", isFinal: false))), at: at(5))
      context.level = -18
      context.condition = state == "latched" ? .clipping : .fine
    case "speaking":
      _ = session.update(.talkStarted, at: at(4))
      _ = session.update(.talkEnded, at: at(5))
      _ = session.update(
        .output(Turn.ID(2), .recognized(Hypothesis(text: "Thank you.", isFinal: true))), at: at(5))
      _ = session.update(
        .output(Turn.ID(2), .translated(Translation(target: .spanish, text: "Gracias."))), at: at(5))
      _ = session.update(.speechStarted(Turn.ID(2)), at: at(5.5))
    case "failed":
      _ = session.update(.talkStarted, at: at(4))
      _ = session.update(.talkEnded, at: at(5))
      let notice = Notice(
        "The backend 'cloud' at 127.0.0.1:1 can't be reached.", remedy: "Check the network.")
      _ = session.update(.turnFailed(Turn.ID(2), notice, kept: true), at: at(5))
    case "filter":
      _ = session.update(.command(.filter), at: at(5))
      _ = session.update(.typed("port"), at: at(5))
    case "devices":
      _ = session.update(.command(.devices), at: at(5))
      let found = [
        AudioDevice(id: "default", name: "default"),
        AudioDevice(id: "pulse:usb", name: "USB Microphone, Analog Mono"),
      ]
      _ = session.update(.devicesListed(.capture, found), at: at(5))
      _ = session.update(.command(.down), at: at(5))
      _ = session.update(.deviceTested("The microphone is heard: fine."), at: at(5))
    case "unsent":
      _ = session.update(.command(.unsent), at: at(5))
      let found = ["20260131-140259-12-1", "20260131-140312-12-2"].map {
        UnsentRecording(name: $0, duration: .seconds(3), source: .tag(.english), targets: [.spanish])
      }
      _ = session.update(.unsentListed(found), at: at(5))
    case "help": _ = session.update(.command(.help), at: at(5))
    case "quit":
      _ = session.update(.talkStarted, at: at(4))
      _ = session.update(.talkEnded, at: at(5))
      _ = session.update(.command(.quit), at: at(5))
    case "scripts":
      turn(2, "駅はどこですか？ 東京駅の近くのホテルを探しています。", "أين أقرب محطة قطار؟")
      turn(3, "สวัสดีครับ ยินดีที่ได้รู้จัก", "नमस्ते, आप कैसे हैं? 👨‍👩‍👧")
    default: break
    }
    return (session, context)
  }
}
