import Foundation
import Testing
import VoiceTranslatorCore

@testable import AudioIO

@Suite struct CaptureTests {
  @Test func `a ring gives every sample once and in order, and says what did not fit`() {
    let ring = SampleRing(capacity: 1000)
    var read: [Int16] = []
    for start in stride(from: 0, to: 10_000, by: 300) {
      let piece = (start..<start + 300).map { Int16(truncatingIfNeeded: $0) }
      #expect(piece.withUnsafeBufferPointer { ring.write($0) } == 0)
      ring.read(into: &read)
    }
    #expect(read == (0..<read.count).map { Int16(truncatingIfNeeded: $0) })
    #expect([Int16](repeating: 1, count: 1200).withUnsafeBufferPointer { ring.write($0) } == 200)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a ring between two threads loses nothing`() async {
    let ring = SampleRing(capacity: 4096)
    let total = 200_000
    let writer = Task.detached {
      var next = 0
      while next < total {
        let piece = (next..<min(next + 160, total)).map { Int16(truncatingIfNeeded: $0) }
        let lost = piece.withUnsafeBufferPointer { ring.write($0) }
        next += piece.count - lost
        if lost > 0 { await Task.yield() }
      }
    }
    var read: [Int16] = []
    while read.count < total {
      ring.read(into: &read)
      await Task.yield()
    }
    await writer.value
    #expect(read == (0..<total).map { Int16(truncatingIfNeeded: $0) })
  }

  @Test func `levels are in decibels below full scale`() {
    func level(_ samples: [Int16]) -> Level { samples.withUnsafeBufferPointer { Level($0) } }
    #expect(level([]).rms == -100)
    #expect(level([0, 0]).peak == -100)
    #expect(abs(level([16_384, -16_384]).rms + 6.02) < 0.01)
    #expect(abs(level([.min]).peak) < 0.001)
    let cell = LevelCell()
    #expect(cell.value.rms <= 0)
    cell.value = Level(peak: -3.25, rms: -20.5)
    #expect(cell.value == Level(peak: -3.25, rms: -20.5))
  }

  @Test func `a take goes on for its hangover, and silence cuts that short`() {
    let loud = [Int16](repeating: 8000, count: 320)
    let quiet = [Int16](repeating: 0, count: 320)
    var take = Take(Utterance(turn: Turn.ID(1)), spool: nil)
    #expect(take.append(loud) == nil)
    #expect(!take.isOver)
    take.release(hangover: 3200)
    for _ in 0..<9 { _ = take.append(loud) }
    #expect(!take.isOver)
    _ = take.append(loud)
    _ = take.append(loud)
    #expect(take.isOver)
    #expect(take.utterance.count == 320 + 3200)

    var silent = Take(Utterance(turn: Turn.ID(2)), spool: nil)
    _ = silent.append(loud)
    silent.release(hangover: 3200)
    for _ in 0..<3 { _ = silent.append(quiet) }
    #expect(silent.isOver)
  }

  @Test func `the file of a recording is right after every piece, and only its owner reads it`() throws {
    let path = NSTemporaryDirectory() + "vt-spool-\(UInt32.random(in: 0 ... .max)).wav"
    let file = try SpoolFile(path)
    for count in 1...5 {
      try file.append([Int16](repeating: Int16(count), count: 320))
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      let read = try WAVEFile(bytes)
      #expect(!read.isTruncated)
      #expect(read.monoSamples() == (1...count).flatMap { [Int16](repeating: Int16($0), count: 320) })
    }
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(throws: SpoolFile.Failure.self) { try SpoolFile(path) }
    file.remove()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(throws: SpoolFile.Failure.self) { try SpoolFile("/nonexistent/x.wav") }
  }
}
