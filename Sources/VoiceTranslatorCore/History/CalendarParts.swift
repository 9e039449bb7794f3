/// A time taken apart by the proleptic Gregorian calendar.
///
/// Days are counted as in Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2021): a year begins in March,
/// so that the leap day is its last.
struct CalendarParts {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int
  var millisecond: Int
  /// Seconds ahead of UTC.
  var offset: Int

  var date: String { "\(year)-\(two(month))-\(two(day))" }

  init(_ time: Timestamp, offset: Int) {
    let local = Int(time.milliseconds) + offset * 1000
    let days = Self.floored(local, 86_400_000)
    var rest = local - days * 86_400_000
    millisecond = rest % 1000
    rest /= 1000
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    let shifted = days + 719_468
    let era = Self.floored(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * march + 2) / 5 + 1
    month = march < 10 ? march + 3 : march - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.offset = offset
  }

  /// Reads `2026-01-31T14:02:59[.123](Z|+01:00)`; nil when it is something else.
  init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start >= 0, start + count <= bytes.count else { return nil }
      let digits = bytes[start..<start + count]
      guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func has(_ character: Character, _ index: Int) -> Bool {
      index < bytes.count && bytes[index] == character.asciiValue
    }
    guard let year = number(0, 4), has("-", 4), let month = number(5, 2), has("-", 7), let day = number(8, 2),
      has("T", 10) || has("t", 10) || has(" ", 10), let hour = number(11, 2), has(":", 13),
      let minute = number(14, 2), has(":", 16), let second = number(17, 2), (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var index = 19
    var fraction = 0
    if has(".", index) {
      let digits = bytes[(index + 1)...].prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      fraction = (Array(digits) + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
      index += 1 + digits.count
    }
    if has("Z", index) || has("z", index) {
      guard bytes.count == index + 1 else { return nil }
      offset = 0
    } else {
      guard has("+", index) || has("-", index), let hours = number(index + 1, 2), has(":", index + 3),
        let minutes = number(index + 4, 2), bytes.count == index + 6
      else { return nil }
      offset = (hours * 3600 + minutes * 60) * (has("-", index) ? -1 : 1)
    }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second, millisecond) = (hour, minute, second, fraction)
  }

  var time: Timestamp {
    let shifted = month <= 2 ? year - 1 : year
    let era = Self.floored(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Timestamp(milliseconds: Int64(seconds * 1000 + millisecond))
  }

  private static func floored(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
  }
}
