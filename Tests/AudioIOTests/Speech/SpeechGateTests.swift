import Foundation
import Testing

@testable import AudioIO

/// Nothing without speech leaves the machine, and no word is held back.
@Suite struct SpeechGateTests {
  @Test func `of more than two hundred takes in which nobody speaks none passes, at no moment`() {
    let takes = SilentTakes.all()
    #expect(takes.count >= 200)
    let passed = takes.filter { isSpeech($0.samples) }.map(\.name)
    #expect(passed == [])
  }

  @Test(arguments: ["white -20", "pink -40", "hum 50 Hz -30", "clicks 3 -20", "music 2 -30"])
  func `what begins and ends in a silent room is still no speech`(kind: String) throws {
    let parts = kind.split(separator: " ")
    let name = "\(parts.dropLast().joined(separator: " ")) 2.3 s, \(parts[parts.count - 1]).0 dBFS"
    let take = try #require(SilentTakes.all().first { $0.name == name })
    let silence = [Int16](repeating: 1, count: 8_000)
    #expect(!isSpeech(silence + take.samples + silence))
  }

  @Test func `every recording of the project passes`() throws {
    let files = try recordings(in: Self.tests + "/Speech")
    #expect(files.count >= 14)
    #expect(try held(files) == [])
  }

  @Test func `recordings of people who read aloud pass`() throws {
    let folder = "/usr/share/pocketsphinx/test/data"
    let files = try recordings(in: folder)
    #expect(files.count >= 9)
    #expect(try held(files) == [])
    let raw = try samples(#require(FileManager.default.contents(atPath: folder + "/goforward.raw")))
    #expect(isSpeech(raw))
  }

  /// Letters, digits and words, most of them shorter than a second, in three voices.
  @Test(arguments: ["en_US_f_Allison", "fr_CA_f_June", "it_IT_m_Carlo"])
  func `short prompts spoken by people pass, tones don't`(voice: String) throws {
    let folder = "/usr/share/asterisk/sounds/\(voice)"
    let short = ["letters", "digits"].flatMap { (try? recordings(in: "\(folder)/\($0)")) ?? [] }
    #expect(short.count >= 60)
    let others = try recordings(in: folder).filter { file in
      !["/silence/", "/letters/", "/digits/", "beep", "tone"].contains { file.contains($0) }
    }
    // Every fifth: the whole set takes minutes.
    let some = others.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
    #expect(some.count >= 50)
    #expect(try held(short + some) == [])
    let tones = ["beep", "ascending-2tone", "descending-2tone"].map { "\(folder)/\($0).wav" }
    #expect(try held(tones) == tones)
  }

  @Test(arguments: [1, 5, 20])
  func `a short word passes however long the silence around it`(seconds: Int) throws {
    let word = try speech("/usr/share/asterisk/sounds/en_US_f_Allison/digits/1.wav")
    let silence = [Int16](repeating: 0, count: seconds * 16_000)
    #expect(isSpeech(silence + word + silence))
  }

  @Test func `speech in a noisy room passes`() throws {
    let word = try speech(Self.tests + "/Speech/en-pico_en-US-00.wav")
    var random = Seeded(3)
    let noisy = word.map { Int16(clamping: Int($0) + Int.random(in: -500...500, using: &random)) }
    #expect(isSpeech(noisy))
  }

  @Test func `what is said is known within a second, while it is said`() throws {
    var gate = SpeechGate()
    let said = try speech(Self.tests + "/Speech/en-pico_en-US-00.wav")
    gate.append([Int16](repeating: 2, count: 4_800))
    gate.append(said.prefix(16_000))
    #expect(gate.verdict == .speech)
  }

  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private func held(_ files: [String]) throws -> [String] {
    try files.filter { try !isSpeech(speech($0)) }
  }

  private func speech(_ file: String) throws -> [Int16] {
    try WAVEFile([UInt8](#require(FileManager.default.contents(atPath: file)))).speechSamples()
  }

  private func recordings(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".wav") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  /// As the recorder gives them: in periods.
  private func isSpeech(_ samples: [Int16]) -> Bool {
    var gate = SpeechGate()
    for start in stride(from: 0, to: samples.count, by: 320) {
      gate.append(samples[start..<min(start + 320, samples.count)])
      if gate.verdict == .speech { return true }
    }
    return gate.finish()
  }
}
