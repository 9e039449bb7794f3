import Testing
import VoiceTranslatorCore

@Suite struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (1_769_864_579_123, "2026-01-31T13:02:59.123Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
  ])
  func `a time is written and read by the calendar`(milliseconds: Int64, text: String) {
    let time = Timestamp(milliseconds: milliseconds)
    #expect(time.rfc3339 == text)
    #expect(Timestamp(rfc3339: text) == time)
  }

  @Test func `offsets and fractions of any length are understood`() {
    let time = Timestamp(rfc3339: "2026-01-31T13:02:59.123Z")
    #expect(Timestamp(rfc3339: "2026-01-31T14:02:59.1234567+01:00") == time)
    #expect(Timestamp(rfc3339: "2026-01-31T08:32:59.123-04:30") == time)
    #expect(Timestamp(rfc3339: "2026-01-31t13:02:59z") == time.map { $0 + .milliseconds(-123) })
  }

  @Test(arguments: [
    "", "2026-01-31", "2026-13-01T00:00:00Z", "2026-01-31T25:00:00Z", "2026-01-31T13:02:59",
    "2026-01-31T13:02:59.Z",
    "2026-01-31T13:02:59Zx", "٢٠٢٦-01-31T13:02:59Z",
  ])
  func `what is no time is refused`(text: String) { #expect(Timestamp(rfc3339: text) == nil) }

  @Test func `the local time is that of the offset, across midnight too`() throws {
    let time = try #require(Timestamp(rfc3339: "2026-12-31T23:30:00Z"))
    #expect(time.minutes(offset: 3600) == "2027-01-01 00:30")
    #expect(time.minutes(offset: -5 * 3600) == "2026-12-31 18:30")
  }
}
