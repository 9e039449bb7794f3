import Testing

@testable import AudioIO

@Suite struct SpeechDecoderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [16_000, 22_050, 24_000, 44_100, 48_000])
  func `an MP3 of any rate decodes to what mpg123 makes of it`(rate: Int) throws {
    let mp3 = try encoded(sine(440, seconds: 1), ["-b", "64", "--resample", "\(Double(rate) / 1_000)"])
    let wanted = try decodedByMpg123()
    let got = try decode(mp3, in: mp3.count, rate: rate)
    #expect(abs(got.count - wanted.count) <= rate / 20, "\(got.count) of \(wanted.count)")
    let common = min(got.count, wanted.count)
    #expect(signalToNoise(wanted.prefix(common), got.prefix(common)) > 50)
    // At the device's rate it lasts as long and is as loud.
    let played = try decode(mp3, in: mp3.count)
    #expect(abs(Double(played.count) / 48_000 - Double(got.count) / Double(rate)) < 0.01)
    let levels = [got, played].map { $0.dropFirst(5_000).prefix(8_000).withUnsafeBufferPointer { Level($0) } }
    #expect(abs(levels[0].rms - levels[1].rms) < 0.5)
  }

  @Test(arguments: [1, 7, 100, 417, 4_096])
  func `it does not matter how the bytes are cut`(size: Int) throws {
    let mp3 = try encoded(sine(440, seconds: 0.5), ["-b", "64", "--resample", "24"])
    #expect(try decode(mp3, in: size) == decode(mp3, in: mp3.count))
  }

  @Test func `the length of what was encoded is the length of what is decoded`() throws {
    let mp3 = try encoded(sine(440, seconds: 1), ["-b", "64", "--resample", "16"])
    let seconds = try #require(MP3Decoder.duration(of: mp3))
    #expect(abs(seconds - 1) < 0.06)
  }

  @Test func `a WAV plays at the device's rate`() throws {
    let wave = waveBytes(data: bytes(sine(440, seconds: 0.5)))
    let got = try decode(wave, in: 1_000)
    #expect(got.count == 24_000)
    #expect(signalToNoise(sine(440, seconds: 0.5, rate: 48_000)[1_000..<23_000], got[1_000..<23_000]) > 40)
  }

  @Test(arguments: ["flac", "aiff", "au", "ogg"])
  func `what libsndfile reads plays at the device's rate`(kind: String) throws {
    let tone = sine(440, seconds: 0.5)
    try folder.write(waveBytes(data: bytes(tone)), to: "a.wav")
    try run(["sox", folder.file("a.wav"), folder.file("a.\(kind)")])
    let got = try decode(folder.read("a.\(kind)"), in: 1_000)
    #expect(abs(got.count - 24_000) < 1_000)
    // Ogg Vorbis keeps the sound, not the samples.
    let (before, after) = (
      amplitude(of: tone, at: 440, rate: 16_000), amplitude(of: got, at: 440, rate: 48_000)
    )
    #expect(abs(after / before - 1) < 0.1)
  }

  @Test(arguments: [
    ("<!DOCTYPE html><p>502 Bad Gateway", "a web page"), ("{\"error\": \"no credit\"}", "JSON"),
    (" \r\n<html>", "a web page"), ("[1, 2]", "JSON"), ("....ftypM4A and more", "MP4"), ("#!AMR", "AMR"),
    ("", "nothing"), ("ab", "no MP3"), ("ID3 but no frame follows", "no MP3"),
    ("plain text that is no audio", "no MP3"), ("RIFF....WAVE and no more", "a damaged WAV"),
  ])
  func `what is no audio is refused with what it is`(text: String, found: String) {
    #expect(throws: SpeechDecoder.Unplayable(found: found)) { try decode(Array(text.utf8), in: 5) }
  }

  @Test(arguments: ["OggS", "fLaC", "FORM", ".snd", "caff"])
  func `a file that libsndfile should know and can't read is named, with the library's reason`(mark: String) {
    let failure = #expect(throws: SpeechDecoder.Unplayable.self) {
      try decode(Array("\(mark) and more".utf8), in: 5)
    }
    #expect(failure?.found.contains("that can't be read: ") == true)
  }

  @Test func `noise is refused`() {
    var random = Seeded(3)
    let noise = (0..<200_000).map { _ in UInt8.random(in: 0...0x7F, using: &random) }
    #expect(throws: SpeechDecoder.Unplayable.self) { try decode(noise, in: 4_096) }
    #expect(MP3Decoder.duration(of: noise) == nil)
  }

  @Test(arguments: [
    ["-V", "4"], ["-b", "128", "-m", "j", "--resample", "44.1"], ["-b", "320", "--freeformat"],
    ["--id3v2-only", "--tt", "a title"], ["--id3v1-only", "--tt", "a title"], ["-t"], ["--abr", "70"],
  ])
  func `every kind of MP3 decodes to what mpg123 makes of it`(options: [String]) throws {
    let speech = sine(440, seconds: 1) + sine(1_200, seconds: 0.7, amplitude: 0.2)
    let mp3 = try encoded(speech, options)
    let rate = options.contains("44.1") ? 44_100 : 16_000
    let wanted = try decodedByMpg123()
    let got = try decode(mp3, in: 333, rate: rate)
    #expect(abs(got.count - wanted.count) <= rate / 20, "\(got.count) of \(wanted.count)")
    let common = min(got.count, wanted.count)
    #expect(signalToNoise(wanted.prefix(common), got.prefix(common)) > 50)
  }

  @Test func `a tag larger than what is searched, with frames' marks in it, isn't sound`() throws {
    let mp3 = try encoded(sine(440, seconds: 0.5), ["-b", "64"])
    let picture = (0..<200_000).map { UInt8($0 % 2 == 0 ? 0xFF : 0xFB) }
    let length = [21, 14, 7, 0].map { UInt8(picture.count >> $0 & 0x7F) }
    let tag = Array("ID3".utf8) + [4, 0, 0] + length + picture
    #expect(try decode(tag + mp3, in: 1_000) == decode(mp3, in: 1_000))
  }

  @Test func `junk between frames is skipped, and what follows is heard`() throws {
    let mp3 = try encoded(sine(440, seconds: 1), ["-b", "64", "-t"])
    let junk = [UInt8](repeating: 0x20, count: 5_000)
    let half = mp3.count / 2
    let whole = try decode(mp3, in: 1_000)
    let got = try decode(Array(mp3[..<half]) + junk + Array(mp3[half...]), in: 1_000)
    #expect(got.count > whole.count * 8 / 10)
  }

  @Test func `a stream may change its rate`() throws {
    let one = try encoded(sine(440, seconds: 1), ["-b", "64", "-t", "--resample", "16"])
    let two = try encoded(sine(440, seconds: 1), ["-b", "64", "-t", "--resample", "44.1"])
    let got = try decode(one + two, in: 700)
    #expect(abs(Double(got.count) / 48_000 - 2) < 0.2)
    let tail = got.dropFirst(got.count * 3 / 4).prefix(4_800)
    let crossings = zip(tail, tail.dropFirst()).count { $0 < 0 && $1 >= 0 }
    #expect((43...45).contains(crossings), "440 Hz for 0.1 s")
  }

  @Test func `resampled speech has no images above its own band`() throws {
    let mp3 = try encoded(sine(3_000, seconds: 1), ["-b", "64", "--resample", "8"])
    let got = try decode(mp3, in: mp3.count).dropFirst(12_000).prefix(24_000)
    // Repeated samples would mirror 3 kHz at 8 kHz less 3.
    #expect(amplitude(of: got, at: 3_000, rate: 48_000) > 0.3)
    #expect(amplitude(of: got, at: 5_000, rate: 48_000) < 0.003)
  }

  /// Encodes with lame; the file stays as `a.mp3`.
  private func encoded(_ samples: [Int16], _ options: [String]) throws -> [UInt8] {
    try folder.write(waveBytes(data: bytes(samples)), to: "a.wav")
    try run(["lame", "--quiet"] + options + [folder.file("a.wav"), folder.file("a.mp3")])
    return folder.read("a.mp3")
  }

  /// What the program makes of `a.mp3`, at its own rate.
  private func decodedByMpg123() throws -> [Int16] {
    try run(["mpg123", "-q", "-s", "-m", "-e", "s16", "-O", folder.file("wanted.raw"), folder.file("a.mp3")])
    return AudioIOTests.samples(folder.read("wanted.raw"))
  }

  private func decode(_ bytes: [UInt8], in size: Int, rate: Int = 48_000) throws -> [Int16] {
    let decoder = SpeechDecoder(rate: rate)
    var samples: [Int16] = []
    for start in stride(from: 0, to: bytes.count, by: max(size, 1)) {
      try decoder.decode(Array(bytes[start..<min(start + size, bytes.count)]), into: &samples)
    }
    try decoder.finish(into: &samples)
    return samples
  }
}
