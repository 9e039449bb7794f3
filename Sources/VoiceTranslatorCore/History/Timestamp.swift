/// A point in time of the world's clock: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Hashable, Sendable, Comparable {
  /// Milliseconds since the epoch.
  public var milliseconds: Int64

  /// The time so many milliseconds after the epoch.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Earlier is less.
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

  /// A later (or, with a negative duration, earlier) time.
  public static func + (time: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(milliseconds: time.milliseconds + Int64((duration / .milliseconds(1)).rounded()))
  }

  /// The time between two.
  public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
    .milliseconds(later.milliseconds - earlier.milliseconds)
  }

  /// Days that many days long before this.
  public func daysBefore(_ days: Int) -> Timestamp {
    Timestamp(milliseconds: milliseconds - Int64(days) * 86_400_000)
  }

  /// `2026-01-31 14:02`, where the clock is `offset` seconds ahead of UTC.
  public func minutes(offset: Int) -> String {
    let parts = CalendarParts(self, offset: offset)
    return "\(parts.date) \(two(parts.hour)):\(two(parts.minute))"
  }

  /// `2026-01-31T13:02:59.123Z` (RFC 3339), always in UTC.
  public var rfc3339: String {
    let parts = CalendarParts(self, offset: 0)
    let fraction = String(1000 + parts.millisecond).dropFirst()
    return "\(parts.date)T\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)).\(fraction)Z"
  }

  /// Reads an RFC 3339 time; nil when it is none.
  public init?(rfc3339 text: String) {
    guard let parts = CalendarParts(rfc3339: text) else { return nil }
    self = parts.time
  }
}

extension Timestamp: Codable {
  /// Reads an RFC 3339 string; fails with a data-corrupted error when it is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = Timestamp(rfc3339: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no RFC 3339 time")
    }
    self = time
  }

  /// Writes the RFC 3339 form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rfc3339)
  }
}

/// A number from 0 to 99 in two digits.
func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
