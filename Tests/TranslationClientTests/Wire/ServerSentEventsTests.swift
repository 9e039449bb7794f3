import Testing

@testable import TranslationClient

@Suite struct ServerSentEventsTests {
  @Test func `the data of events comes out the same wherever the stream is cut`() throws {
    let stream = Array(
      ": a comment\r\nevent: x\r\ndata: {\"t\":\"ñ\"}\r\n\r\ndata:two\ndata:  lines\nid: 7\n\n\n\ndata: [DONE]\n\n"
        .utf8)
    for cut in 0...stream.count {
      var reader = ServerSentEvents()
      let events = try reader.events(stream[..<cut]) + reader.events(stream[cut...])
      #expect(
        events.map { String(decoding: $0, as: UTF8.self) } == ["{\"t\":\"ñ\"}", "two\n lines", "[DONE]"],
        "cut at \(cut)")
    }
  }

  @Test func `an event that was not ended is not given`() throws {
    var reader = ServerSentEvents()
    #expect(try reader.events(Array("data: half\n".utf8)).isEmpty)
  }
}
