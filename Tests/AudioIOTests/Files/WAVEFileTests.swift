import Testing

@testable import AudioIO

@Suite struct WAVEFileTests {
  /// A sample of +0.5 and one of −0.5, in each encoding.
  static let encodings: [(tag: UInt16, bits: UInt16, data: [UInt8])] = [
    (1, 8, [192, 64]),
    (1, 16, bytes([16_384, -16_384])),
    (1, 24, [0, 0, 0x40, 0, 0, 0xC0]),
    (1, 32, little(Int32(1 << 30)) + little(Int32(-1 << 30))),
    (3, 32, little(Float(0.5).bitPattern) + little(Float(-0.5).bitPattern)),
    (3, 64, little(0.5.bitPattern) + little((-0.5).bitPattern)),
  ]

  @Test(arguments: encodings)
  func `each encoding gives the same samples`(one: (tag: UInt16, bits: UInt16, data: [UInt8])) throws {
    let got = try WAVEFile(waveBytes(tag: one.tag, bits: one.bits, data: one.data)).monoSamples()
    #expect(got.count == 2)
    #expect(zip(got, [16_384, -16_384]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(got)")
  }

  static let muLaw: [(UInt8, Int)] = [(0x80, 32_124), (0x00, -32_124), (0xFF, 0), (0xF0, 120)]

  @Test(arguments: muLaw)
  func `µ-law is read as ITU-T G.711 has it`(code: UInt8, sample: Int) throws {
    let file = try WAVEFile(waveBytes(tag: 7, rate: 8_000, bits: 8, data: [code]))
    #expect(file.monoSamples() == [Int16(sample)])
  }

  static let aLaw: [(UInt8, Int)] = [(0xAA, 32_256), (0x2A, -32_256), (0xD5, 8), (0x55, -8)]

  @Test(arguments: aLaw)
  func `A-law is read as ITU-T G.711 has it`(code: UInt8, sample: Int) throws {
    let file = try WAVEFile(waveBytes(tag: 6, rate: 8_000, bits: 8, data: [code]))
    #expect(file.monoSamples() == [Int16(sample)])
  }

  @Test(arguments: [1, 2, 6]) func `channels are averaged`(channels: Int) throws {
    let frame = (1...channels).map { Int16($0 * 600) }
    let file = try WAVEFile(waveBytes(channels: UInt16(channels), data: bytes(frame + frame)))
    let mean = Int16(frame.map(Int.init).reduce(0, +) / channels)
    #expect(file.monoSamples() == [mean, mean])
  }

  @Test(arguments: [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000])
  func `any rate becomes 16 kHz, as long and as loud`(rate: Int) throws {
    let wave = waveBytes(rate: UInt32(rate), data: bytes(sine(440, seconds: 0.5, rate: rate)))
    let speech = try WAVEFile(wave).speechSamples()
    #expect(abs(speech.count - 8_000) <= 1)
    let inner = 400..<7_500
    #expect(signalToNoise(sine(440, seconds: 0.5)[inner], speech[inner]) > 40)
  }

  @Test func `the extensible format is what its GUID says`() throws {
    let guid: [UInt8] = [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    let extra = little(UInt16(22)) + little(UInt16(16)) + little(UInt32(4)) + guid
    let file = try WAVEFile(waveBytes(tag: 0xFFFE, extra: extra, data: bytes([7, -7])))
    #expect(file.monoSamples() == [7, -7])
  }

  static let unknownSizes: [UInt32] = [
    0xFFFF_FFFF, 0xFFFF_FFDB, 0x8000_0000, 0x7FFF_FFFF, 0x7FFF_F000, 0,
  ]

  @Test(arguments: unknownSizes)
  func `a size that a stream did not know means to the end`(size: UInt32) throws {
    let file = try WAVEFile(
      waveBytes(data: bytes([1, 2, 3]), dataSize: size, riffSize: size == 0 ? 0 : size))
    #expect(file.monoSamples() == [1, 2, 3])
    #expect(!file.isTruncated)
  }

  @Test func `a file cut short gives what is there, and says so`() throws {
    let file = try WAVEFile(waveBytes(data: bytes([1, 2, 3]) + [9], dataSize: 4_000))
    #expect(file.isTruncated)
    #expect(file.monoSamples() == [1, 2, 3])
  }

  @Test func `chunks it does not know are skipped, odd sizes padded`() throws {
    let list = Array("LIST".utf8) + little(UInt32(3)) + [1, 2, 3, 0]
    #expect(try WAVEFile(waveBytes(data: bytes([5]), before: list)).monoSamples() == [5])
  }

  @Test func `samples that are not numbers or beyond full scale do no harm`() throws {
    let odd: [Float] = [.nan, .infinity, -.infinity, 7, -7]
    let file = try WAVEFile(waveBytes(tag: 3, bits: 32, data: odd.flatMap { little($0.bitPattern) }))
    #expect(file.monoSamples() == [0, 32_767, -32_767, 32_767, -32_767])
  }

  static let refused: [(bytes: [UInt8], error: WAVEError)] = [
    ([], .empty),
    (Array("<!DOCTYPE html><html>".utf8), .notAWAVE(found: "a web page")),
    (Array("{\"error\": 1}".utf8), .notAWAVE(found: "JSON")),
    (Array("OggS............".utf8), .notAWAVE(found: "Ogg")),
    (Array("fLaC............".utf8), .notAWAVE(found: "FLAC")),
    (Array("ID3.............".utf8), .notAWAVE(found: "MP3")),
    ([0xFF, 0xFB, 0x90, 0, 0, 0, 0, 0, 0, 0, 0, 0], .notAWAVE(found: "MP3")),
    (Array("RIFF".utf8), .notAWAVE(found: nil)),
    (waveBytes(data: []), .empty),
    (Array(waveBytes(data: [1, 0]).prefix(30)), .damaged("it ends within its header")),
    (waveBytes(tag: 2, bits: 4, data: [1, 2]), .unsupported(tag: 2, bits: 4)),
    (waveBytes(channels: 0, data: [1, 2]), .damaged("it claims 0 channels at 16000 Hz")),
    (waveBytes(rate: 0, data: [1, 2]), .damaged("it claims 1 channels at 0 Hz")),
  ]

  @Test(arguments: refused)
  func `what is no recording is refused with what it is`(one: (bytes: [UInt8], error: WAVEError)) {
    #expect(throws: one.error) { try WAVEFile(one.bytes) }
  }

  @Test func `no damage makes it crash`() throws {
    var random = Seeded(7)
    let whole = waveBytes(channels: 2, bits: 24, data: Array(repeating: 77, count: 60))
    for _ in 0..<5_000 {
      var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &random)))
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      if let file = try? WAVEFile(bytes) { #expect(file.monoSamples().count <= bytes.count) }
    }
  }
}
