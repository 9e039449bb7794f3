import Foundation
import Testing
import VoiceTranslatorCore

@testable import AudioIO

@Suite struct PlaybackTests {
  static func clip(_ turn: Int, _ sentence: Int) -> Clip {
    Clip(turn: Turn.ID(turn), target: 0, segment: 0, sentence: sentence)
  }

  @Test func `clips come out in order, each to its end, and a turn ends after its last`() {
    var queue = ClipQueue()
    queue.append([2], to: Self.clip(1, 1))
    queue.append([1], to: Self.clip(1, 0))
    #expect(queue.next(playing: nil) == .decode(Self.clip(1, 0), [1]))
    #expect(queue.next(playing: Turn.ID(1)) == .wait)
    queue.finish(Self.clip(1, 0))
    queue.append([3], to: Self.clip(2, 0))
    #expect(queue.next(playing: Turn.ID(1)) == .finish(Self.clip(1, 0)))
    #expect(queue.next(playing: Turn.ID(1)) == .decode(Self.clip(1, 1), [2]))
    queue.finish(Self.clip(1, 1))
    #expect(queue.next(playing: Turn.ID(1)) == .finish(Self.clip(1, 1)))
    // The next turn waits until this one is known to be complete.
    #expect(queue.next(playing: Turn.ID(1)) == .wait)
    queue.end(Turn.ID(1))
    #expect(queue.next(playing: Turn.ID(1)) == .end(Turn.ID(1)))
    #expect(queue.next(playing: nil) == .decode(Self.clip(2, 0), [3]))
    #expect(queue.clear() == [Turn.ID(2)])
    #expect(queue.next(playing: nil) == .wait)
  }

  /// A recording as MP3, made by lame, and its samples as the program mpg123 decodes it at the MP3's own rate.
  static func encoded(_ options: [String], rate: Int) throws -> (mp3: [UInt8], samples: [Int16]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vt-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let speech = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../Speech/es-pico_es-ES-00.wav")
    let mp3 = folder.appending(path: "a.mp3")
    let raw = folder.appending(path: "a.raw")
    try run("/usr/bin/lame", ["--quiet"] + options + [speech.path, mp3.path])
    try run("/usr/bin/mpg123", ["-q", "-r", "\(rate)", "-m", "-e", "s16", "-O", raw.path, mp3.path])
    let samples = try Data(contentsOf: raw).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    return (Array(try Data(contentsOf: mp3)), samples)
  }

  static func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: [
    ["-b", "48"], ["-V", "4"], ["-b", "128", "-m", "j", "--resample", "44.1"],
    ["--id3v2-only", "--tt", "a title"],
  ])
  func `MP3 in pieces of any size decodes as mpg123 does`(options: [String]) throws {
    // At the MP3's own rate: the program resamples in another way.
    let rate = options.contains("44.1") ? 44_100 : 16_000
    let (mp3, wanted) = try Self.encoded(options, rate: rate)
    for size in [37, 1000, mp3.count] {
      let decoder = SpeechDecoder(rate: rate)
      var samples: [Int16] = []
      for start in stride(from: 0, to: mp3.count, by: size) {
        samples += try decoder.decode(Array(mp3[start..<min(start + size, mp3.count)]))
      }
      samples += try decoder.finish()
      #expect(abs(samples.count - wanted.count) <= rate / 20, "pieces of \(size)")
      let worst = zip(samples, wanted).map { abs(Int($0) - Int($1)) }.max() ?? .max
      #expect(worst <= 64, "pieces of \(size)")
    }
  }

  @Test func `WAV is played too, and what is no audio is refused`() throws {
    let wave = try Data(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../Speech/es-pico_es-ES-00.wav"))
    let decoder = SpeechDecoder(rate: 48_000)
    #expect(try decoder.decode(Array(wave)).isEmpty)
    #expect(abs(try decoder.finish().count - (wave.count - 44) / 2 * 3) <= 3)
    for rubbish in ["<html>no</html>", "{\"error\": \"no\"}", String(repeating: "hello ", count: 20_000)] {
      let decoder = SpeechDecoder(rate: 48_000)
      #expect(throws: SpeechDecoder.Unplayable.self) {
        _ = try decoder.decode(Array(rubbish.utf8))
        _ = try decoder.finish()
      }
    }
    #expect(throws: SpeechDecoder.Unplayable(found: "nothing")) { try SpeechDecoder(rate: 48_000).finish() }
  }
}
