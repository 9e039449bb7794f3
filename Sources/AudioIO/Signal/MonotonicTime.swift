import Glibc

/// Nanoseconds of the clock that only goes forward, for what threads tell each other through atomics.
enum MonotonicTime {
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// How long `frames` last at `rate` frames a second.
  static func nanoseconds(of frames: Int, rate: Int) -> Int64 {
    Int64(frames) * 1_000_000_000 / Int64(max(rate, 1))
  }
}
