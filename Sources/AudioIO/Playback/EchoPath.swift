import Synchronization
import VoiceTranslatorCore

/// What the recorder must know of the player: until when the speaker is heard, and what it says.
///
/// The program makes one and gives it to both. A recording that begins while speech plays doesn't begin with it.
public final class EchoPath: Sendable {
  /// A room goes on sounding for a while after the speaker.
  static let reverberation: Int64 = 100_000_000
  /// The reference holds so many samples: four seconds.
  private static let capacity = 1 << 16

  /// Whether the played samples are kept for the echo canceller.
  public let keepsReference: Bool
  private let audible = Atomic<Int64>(.min)
  private let reference: Mutex<Reference>

  private struct Reference {
    var samples: [Int16]
    /// The place in time, in samples, of the next one; nil: nothing was played yet.
    var next: Int?
  }

  /// A path without sound yet.
  public init(keepsReference: Bool = false) {
    self.keepsReference = keepsReference
    reference = Mutex(Reference(samples: keepsReference ? Array(repeating: 0, count: Self.capacity) : []))
  }

  /// The speaker is heard until then, by ``MonotonicTime``.
  func isHeard(until time: Int64) { audible.store(time, ordering: .releasing) }

  /// What was captured before this, by ``MonotonicTime``, may hold what the speaker said.
  var end: Int64 {
    let time = audible.load(ordering: .acquiring)
    return time == .min ? .min : time + Self.reverberation
  }

  /// Samples at ``SpeechFormat/sampleRate`` that are heard from `time` on. Called by the playback thread, which
  /// doesn't wait: while the canceller reads, they are left out.
  func play(_ samples: UnsafeBufferPointer<Int16>, at time: Int64) {
    reference.withLockIfAvailable { reference in
      let place = Self.place(time)
      // The device's clock jitters; what follows at once belongs together.
      var next = reference.next.map { abs($0 - place) < Self.capacity / 64 ? $0 : place } ?? place
      if let last = reference.next, next > last {
        for gap in last..<min(next, last + Self.capacity) { reference.samples[gap & (Self.capacity - 1)] = 0 }
      }
      for sample in samples {
        reference.samples[next & (Self.capacity - 1)] = sample
        next += 1
      }
      reference.next = next
    }
  }

  /// What was played at a place in time; silence where nothing was.
  func played(_ count: Int, from place: Int) -> [Int16] {
    reference.withLock { reference in
      let end = reference.next ?? .min
      return (place..<place + count).map { index in
        index < end && index > end - Self.capacity ? reference.samples[index & (Self.capacity - 1)] : 0
      }
    }
  }

  /// A time as a number of samples.
  static func place(_ time: Int64) -> Int { Int(time / 1_000 * Int64(SpeechFormat.sampleRate) / 1_000_000) }
}
