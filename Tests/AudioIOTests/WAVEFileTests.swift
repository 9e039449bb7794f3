import Foundation
import Testing
import VoiceTranslatorCore

@testable import AudioIO

@Suite struct WAVEFileTests {
  /// One second of a 440 Hz tone at half scale.
  static func tone(rate: Int) -> [Double] {
    (0..<rate).map { 0.5 * sin(2 * .pi * 440 * Double($0) / Double(rate)) }
  }

  static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  static func wave(
    tag: UInt16, bits: UInt16, channels: UInt16, rate: Int, data: [UInt8], claimed: Int? = nil,
    extensible: Bool = false
  )
    -> [UInt8]
  {
    let frame = channels * bits / 8
    var format =
      little(extensible ? 0xFFFE : tag) + little(channels) + little(UInt32(rate))
      + little(UInt32(rate) * UInt32(frame))
    format += little(frame) + little(bits)
    if extensible {
      format +=
        little(UInt16(22)) + little(bits) + little(UInt32(0)) + little(tag) + [UInt8](repeating: 0, count: 14)
    }
    let chunks =
      Array("fmt ".utf8) + little(UInt32(format.count)) + format + Array("LIST".utf8) + little(UInt32(3)) + [
        1, 2, 3, 0,
      ]
      + Array("data".utf8) + little(UInt32(claimed ?? data.count)) + data
    return Array("RIFF".utf8) + little(UInt32(4 + chunks.count)) + Array("WAVE".utf8) + chunks
  }

  static func encode(_ value: Double, _ tag: UInt16, _ bits: UInt16) -> [UInt8] {
    switch (tag, bits) {
    case (1, 8): [UInt8(value * 127 + 128)]
    case (1, 16): little(Int16(value * 32767))
    case (1, 24): Array(little(Int32(value * 8_388_607)).prefix(3))
    case (1, 32): little(Int32(value * 2_147_483_647))
    case (3, 32): little(Float(value).bitPattern)
    default: little(value.bitPattern)
    }
  }

  @Test(arguments: [(1, 8), (1, 16), (1, 24), (1, 32), (3, 32), (3, 64)], [1, 2, 6])
  func `every width and channel count gives the same speech`(form: (Int, Int), channels: Int) throws {
    for rate in [8000, 16_000, 44_100, 96_000] {
      let (tag, bits) = (UInt16(form.0), UInt16(form.1))
      let data = Self.tone(rate: rate).flatMap { value in
        (0..<channels).flatMap { _ in Self.encode(value, tag, bits) }
      }
      let bytes = Self.wave(
        tag: tag, bits: bits, channels: UInt16(channels), rate: rate, data: data, extensible: channels > 2)
      let file = try WAVEFile(bytes)
      #expect((file.rate, file.channels, file.isTruncated) == (rate, channels, false))
      let speech = file.speechSamples()
      #expect(abs(speech.count - 16_000) <= 2)
      let wanted = Self.tone(rate: 16_000)
      let error =
        zip(speech, wanted).dropFirst(200).dropLast(200).map { abs(Double($0) / 32768 - $1) }.max() ?? 1
      #expect(error < 0.02, "rate \(rate)")
    }
  }

  @Test func `telephone encodings are read as G711 has them`() {
    #expect([0x00, 0x80, 0xFF, 0x7F].map { G711.muLaw($0) } == [-32124, 32124, 0, 0])
    #expect([0xD5, 0x55, 0xAA, 0x2A].map { G711.aLaw($0) } == [8, -8, 32256, -32256])
  }

  @Test func `sizes that are unknown or too great mean to the end`() throws {
    let data = [UInt8](repeating: 1, count: 400)
    let open = Self.wave(tag: 1, bits: 16, channels: 1, rate: 16_000, data: data, claimed: 0xFFFF_FFFF)
    #expect(try WAVEFile(open).monoSamples().count == 200)
    #expect(try WAVEFile(open).isTruncated == false)
    let cut = Self.wave(tag: 1, bits: 16, channels: 1, rate: 16_000, data: data, claimed: 10_000)
    #expect(try WAVEFile(cut).monoSamples().count == 200)
    #expect(try WAVEFile(cut).isTruncated)
  }

  @Test func `what is no recording is refused for what it is`() {
    #expect(throws: WAVEError.empty) { try WAVEFile([]) }
    #expect(throws: WAVEError.notAWAVE(found: "MP3")) {
      try WAVEFile(Array("ID3".utf8) + [UInt8](repeating: 0, count: 50))
    }
    #expect(throws: WAVEError.notAWAVE(found: "JSON")) { try WAVEFile(Array("{\"error\": 1}".utf8)) }
    #expect(throws: WAVEError.unsupported(tag: 0x55, bits: 16)) {
      try WAVEFile(Self.wave(tag: 0x55, bits: 16, channels: 1, rate: 16_000, data: [1, 2]))
    }
    #expect(throws: WAVEError.empty) {
      try WAVEFile(Self.wave(tag: 1, bits: 16, channels: 1, rate: 16_000, data: []))
    }
  }

  @Test func `no rubbish makes it crash`() {
    var random = SystemRandomNumberGenerator()
    let good = Self.wave(tag: 1, bits: 16, channels: 2, rate: 16_000, data: [UInt8](repeating: 7, count: 64))
    for _ in 0..<3000 {
      var bytes = Array(good.prefix(Int.random(in: 0...good.count, using: &random)))
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = try? WAVEFile(bytes).speechSamples()
    }
  }
}
