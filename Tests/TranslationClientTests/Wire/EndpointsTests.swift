import Testing
import VoiceTranslatorCore

@testable import TranslationClient

@Suite struct EndpointsTests {
  @Test func `base URLs are used in turn, and a broken one rests longer each time`() {
    let endpoints = Endpoints(["http://a/", "http://b"])
    let now = ContinuousClock.now
    #expect((0..<3).map { _ in endpoints.next(at: now) } == ["http://a", "http://b", "http://a"])
    endpoints.failed("http://b", at: now)
    #expect((0..<2).map { _ in endpoints.next(at: now) } == ["http://a", "http://a"])
    #expect(endpoints.next(at: now + .seconds(11)) == "http://b")
    endpoints.failed("http://b", at: now)
    #expect(endpoints.next(at: now + .seconds(11)) == "http://a")
    #expect(endpoints.next(at: now + .seconds(21)) == "http://b")
  }

  @Test func `when all rest, the one that is done with it first is tried`() {
    let endpoints = Endpoints(["http://a", "http://b"])
    let now = ContinuousClock.now
    endpoints.failed("http://a", at: now)
    endpoints.failed("http://b", at: now - .seconds(5))
    #expect(endpoints.next(at: now) == "http://b")
  }

  @Test func `a JSON pointer finds what RFC 6901 says it finds`() {
    let value = JSONValue(#"{"a/b": 1, "m~n": [true, {"": "x"}], "t": "s"}"#.utf8)
    #expect(value?[pointer: ""] == value)
    #expect(value?[pointer: "/a~1b"] == .number(1))
    #expect(value?[pointer: "/m~0n/0"] == .bool(true))
    #expect(value?[pointer: "/m~0n/1/"]?.string == "x")
    #expect(value?[pointer: "/m~0n/2"] == nil)
    #expect(value?[pointer: "/t/0"] == nil)
  }

  @Test func `a long recording is cut where it is quietest`() {
    var samples = [Int16](repeating: 9000, count: 40_000)
    for index in 18_000..<19_600 { samples[index] = 0 }
    #expect(SpeechSplitter.ranges(samples, limit: 20_000).map(\.count).allSatisfy { $0 <= 20_000 })
    #expect((18_000..<19_600).contains(SpeechSplitter.ranges(samples, limit: 20_000)[0].upperBound))
    #expect(SpeechSplitter.ranges(samples, limit: 40_000) == [0..<40_000])
  }
}
