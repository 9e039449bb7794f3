import Testing

@testable import AudioIO

/// MP3 as it is in the wild, sample by sample as the program `mpg123` decodes it.
@Suite struct MP3CorpusTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let rates = ["8", "11.025", "12", "16", "22.05", "24", "32", "44.1", "48"]
  static let modes = [["-m", "m"], ["-m", "j"], ["-m", "s"], ["-m", "d"]]
  static let codings = [
    ["-b", "64"], ["-V", "9"], ["--abr", "48"], ["-b", "64", "-t"], ["-V", "2", "-t"],
  ]
  static let tags = [
    [], ["--add-id3v2", "--tt", "A title", "--ta", "Someone"], ["--id3v1-only", "--tt", "Old"],
    ["--id3v2-only", "--tt", "New", "--pad-id3v2-size", "5000"],
  ]

  /// Every rate in every mode, with the codings and tags in turn: 36 streams.
  static var streams: [(rate: String, options: [String])] {
    rates.enumerated().flatMap { row, rate in
      modes.enumerated().map { column, mode in
        (rate, mode + codings[(row + column) % codings.count] + tags[(row * 3 + column) % tags.count])
      }
    }
  }

  @Test(arguments: streams)
  func `each rate, mode, coding and tag`(rate: String, options: [String]) throws {
    try compare(encoded(rate, options))
  }

  @Test(arguments: rates, ["tag", "junk", "twice", "noise"])
  func `what surrounds the frames is not sound`(rate: String, damage: String) throws {
    let mp3 = try encoded(rate, ["-b", "64", "-m", "m", "-t"])
    var random = Seeded(9)
    let noise = (0..<3_000).map { _ in UInt8.random(in: 0...0x7F, using: &random) }
    switch damage {
    case "tag":
      let picture = (0..<70_000).map { UInt8($0 % 2 == 0 ? 0xFF : 0xFB) }
      let length = [21, 14, 7, 0].map { UInt8(picture.count >> $0 & 0x7F) }
      try compare(Array("ID3".utf8) + [4, 0, 0] + length + picture + mp3 + id3v1)
    case "junk": try compare(noise + mp3)
    case "twice": try compare(mp3 + id3v1 + mp3)
    default: try compare(mp3 + noise)
    }
  }

  @Test(arguments: [2, 3, 5])
  func `a stream cut off anywhere is heard as far as it goes`(parts: Int) throws {
    let mp3 = try encoded("24", ["-b", "64", "-m", "m", "-t"])
    try compare(Array(mp3.prefix(mp3.count * (parts - 1) / parts + 7)))
  }

  @Test(arguments: ["96", "350"])
  func `free format`(bits: String) throws {
    try compare(encoded("44.1", ["--freeformat", "-b", bits, "-m", "m"]))
  }

  private var id3v1: [UInt8] { Array("TAGA title".utf8) + [UInt8](repeating: 0, count: 118) }

  /// Encodes a sweep with lame.
  private func encoded(_ rate: String, _ options: [String]) throws -> [UInt8] {
    let sound =
      sine(440, seconds: 0.4, rate: 44_100) + sine(1_200, seconds: 0.3, rate: 44_100, amplitude: 0.2)
    try folder.write(waveBytes(rate: 44_100, data: bytes(sound)), to: "a.wav")
    try run(
      ["lame", "--quiet", "--resample", rate] + options + [folder.file("a.wav"), folder.file("a.mp3")])
    return folder.read("a.mp3")
  }

  private func compare(_ mp3: [UInt8]) throws {
    try folder.write(mp3, to: "b.mp3")
    try run([
      "mpg123", "-q", "-m", "-e", "s16", "--resync-limit", "-1", "-w", folder.file("wanted.wav"),
      folder.file("b.mp3"),
    ])
    let file = try WAVEFile(folder.read("wanted.wav"))
    let wanted = file.monoSamples()
    var got: [Int16] = []
    let decoder = SpeechDecoder(rate: file.rate)
    for start in stride(from: 0, to: mp3.count, by: 777) {
      try decoder.decode(Array(mp3[start..<min(start + 777, mp3.count)]), into: &got)
    }
    try decoder.finish(into: &got)
    let common = min(got.count, wanted.count)
    let differing = zip(got, wanted).count { abs(Int($0) - Int($1)) > 1 }
    #expect(
      got.count == wanted.count && differing == 0,
      "\(got.count) of \(wanted.count), \(differing) of \(common) differ")
  }
}
