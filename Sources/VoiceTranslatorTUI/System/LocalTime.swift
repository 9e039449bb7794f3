import Glibc
import VoiceTranslatorCore

/// The local time, as the C library's time zone has it.
enum LocalTime {
  private static func now() -> tm {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts
  }

  static func clock() -> ClockTime {
    let parts = now()
    return ClockTime(hour: Int(parts.tm_hour), minute: Int(parts.tm_min))
  }

  /// Seconds since the machine started, suspended or not: the same in every program.
  static func sinceBoot() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// `20260131-140259`, for file names that sort by time.
  static func stamp() -> String {
    let parts = now()
    let fields = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
    let two = fields.map { ($0 < 10 ? "0" : "") + String($0) }
    return "\(parts.tm_year + 1900)\(two[0])\(two[1])-\(two[2])\(two[3])\(two[4])"
  }
}

extension LocalTime {
  /// Now, by the world's clock.
  static func timestamp() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Seconds that the local clock is ahead of UTC at a time.
  static func offset(at time: Timestamp) -> Int {
    var seconds = time_t(time.milliseconds / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return Int(parts.tm_gmtoff)
  }
}
