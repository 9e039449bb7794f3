import Synchronization

/// A ring of samples between one writing and one reading thread: no lock, no allocation.
final class SampleRing: @unchecked Sendable {
  private let samples: UnsafeMutableBufferPointer<Int16>
  /// Samples ever written and ever read; their difference is what is in the ring.
  private let written = Atomic(0)
  private let taken = Atomic(0)

  /// A ring for `capacity` samples.
  init(capacity: Int) {
    samples = .allocate(capacity: capacity)
    samples.initialize(repeating: 0)
  }

  deinit { samples.deallocate() }

  /// Samples that wait to be read.
  var count: Int { written.load(ordering: .acquiring) - taken.load(ordering: .acquiring) }

  /// Adds samples; returns how many did not fit because the reader is late.
  func write(_ new: UnsafeBufferPointer<Int16>) -> Int {
    let end = written.load(ordering: .relaxed)
    let room = samples.count - (end - taken.load(ordering: .acquiring))
    let count = min(room, new.count)
    for index in 0..<count { samples[(end + index) % samples.count] = new[index] }
    written.store(end + count, ordering: .releasing)
    return new.count - count
  }

  /// Takes everything there is, adding it to `target`.
  func read(into target: inout [Int16]) {
    let start = taken.load(ordering: .relaxed)
    let end = written.load(ordering: .acquiring)
    for index in start..<end { target.append(samples[index % samples.count]) }
    taken.store(end, ordering: .releasing)
  }
}
