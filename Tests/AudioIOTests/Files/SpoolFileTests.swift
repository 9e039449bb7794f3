import Glibc
import Testing

@testable import AudioIO

@Suite struct SpoolFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the file is a whole recording after every piece`() throws {
    let spool = try SpoolFile(folder.file("a.wav"))
    #expect(throws: WAVEError.empty) { try WAVEFile(folder.read("a.wav")) }
    for count in 1...4 {
      try spool.append(ramp(320, from: (count - 1) * 320))
      let file = try WAVEFile(folder.read("a.wav"))
      #expect(file.monoSamples() == ramp(320 * count))
      #expect(file.rate == 16_000 && file.channels == 1 && !file.isTruncated)
    }
  }

  @Test func `only its owner can read it`() throws {
    let spool = try SpoolFile(folder.file("a.wav"))
    var status = stat()
    #expect(stat(folder.file("a.wav"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    try spool.append([1])
  }

  @Test func `another's file is never overwritten`() throws {
    try folder.write([1, 2, 3], to: "a.wav")
    #expect(throws: SpoolFile.Failure.self) { try SpoolFile(folder.file("a.wav")) }
    #expect(folder.read("a.wav") == [1, 2, 3])
  }

  @Test func `a folder that is missing is told, not survived in silence`() throws {
    let failure = #expect(throws: SpoolFile.Failure.self) { try SpoolFile(folder.file("no/a.wav")) }
    #expect(failure?.reason == "No such file or directory")
  }

  @Test func `removing leaves nothing`() throws {
    let spool = try SpoolFile(folder.file("a.wav"))
    try spool.append([1])
    spool.remove()
    #expect(access(folder.file("a.wav"), F_OK) == -1)
  }
}
