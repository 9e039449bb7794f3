import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

@Suite struct DoctorTests {
  @Test func `a terminal's answers are understood in any order and company`() {
    let bytes = Array("\u{1B}[1;7R\u{1B}[1;5Rx\u{1B}[?31u\u{1B}[24;2R\u{1B}[?62;4c".utf8)
    let answers = TerminalAnswers(bytes, count: 3)
    #expect(answers.widths == [6, 4, 1])
    // One is missing: which, can't be told.
    #expect(TerminalAnswers(bytes, count: 4).widths.isEmpty)
    #expect(TerminalAnswers([], count: 0) == TerminalAnswers())
  }

  @Test func `characters that are wider or narrower than expected are named`() {
    var answers = TerminalAnswers()
    #expect(TerminalCheck.widths(answers).status == .good)
    answers.widths = TerminalCheck.samples.map { DisplayWidth.of($0) }
    #expect(TerminalCheck.widths(answers).status == .good)
    answers.widths[3] = 1
    let finding = TerminalCheck.widths(answers)
    #expect(finding.status == .warning && finding.text.contains("takes 1 columns, not 2"))
    #expect(finding.remedy != nil)
  }

  @Test func `silence, a loud microphone and no sound are different things`() {
    func status(_ samples: [Int16]) -> Finding { SoundCheck.finding(device: "mic", samples: samples) }
    #expect(status([]).status == .broken)
    #expect(status([Int16](repeating: 0, count: 100)).text.contains("nothing but silence"))
    #expect(status([Int16](repeating: .min, count: 100)).text.contains("too loud"))
    let good = status([Int16](repeating: 328, count: 100))
    #expect(good.status == .good && good.text == "mic, level -40 dB, peak -40 dB")
  }

  @Test func `the less room, the worse, and a clock of the past is broken`() {
    #expect(SystemCheck.disk("x", "/x", megabytes: 5_000).status == .good)
    #expect(SystemCheck.disk("x", "/x", megabytes: 100).status == .warning)
    #expect(SystemCheck.disk("x", "/x", megabytes: 1).status == .broken)
    #expect(SystemCheck.clock(Timestamp(milliseconds: 0)).status == .broken)
    #expect(SystemCheck.clock(Timestamp(milliseconds: 1_800_000_000_000)).status == .good)
  }

  @Test func `a line says how bad it is without colour, in ASCII where UTF-8 isn't`() {
    let broken = Finding("microphone", .broken, Notice("Gone.", remedy: "Plug it in."))
    #expect(broken.line(isUTF8: true) == "✗ microphone: Gone. Plug it in.")
    #expect(broken.line(isUTF8: false) == "x microphone: Gone. Plug it in.")
    #expect(Finding("a\u{1B}[m", good: "b\u{9B}m").line(isUTF8: true) == "✓ a: b")
  }
}
