import Testing

@testable import TranslationClient

@Suite struct LineSplitterTests {
  @Test func `lines come out the same wherever the stream is cut in two`() throws {
    let stream = Array("{\"a\":\"ñ\"}\r\n\n日本\n\u{1F600} end\r\nrest".utf8)
    for cut in 0...stream.count {
      var splitter = LineSplitter()
      let lines = try splitter.lines(stream[..<cut]) + splitter.lines(stream[cut...])
      #expect(
        lines.map { String(decoding: $0, as: UTF8.self) } == ["{\"a\":\"ñ\"}", "", "日本", "\u{1F600} end"],
        "cut at \(cut)")
    }
  }

  @Test func `lines come out the same byte by byte`() throws {
    var splitter = LineSplitter()
    let lines = try "a\r\nbc\nd".utf8.flatMap { try splitter.lines([$0]) }
    #expect(lines == [Array("a".utf8), Array("bc".utf8)])
  }

  @Test func `a line over the limit is an error, however it is cut, and one at the limit is not`() throws {
    var splitter = LineSplitter(limit: 4)
    #expect(try splitter.lines(Array("abcd\n".utf8)) == [Array("abcd".utf8)])
    #expect(try splitter.lines(Array("ab".utf8)).isEmpty)
    #expect(throws: LineSplitter.TooLong.self) { try splitter.lines(Array("cde".utf8)) }
  }
}
