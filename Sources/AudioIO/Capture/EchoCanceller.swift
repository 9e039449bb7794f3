import CSpeexDSP
import VoiceTranslatorCore

/// Subtracts what the speaker says from what the microphone hears (speexdsp's adaptive filter).
final class EchoCanceller {
  /// Samples that are treated at once: 20 ms.
  private static let frame = SpeechFormat.sampleRate / 50
  /// How long after the speaker its sound may reach the microphone: 200 ms.
  private static let tail = SpeechFormat.sampleRate / 5
  /// The reference is given this much early: what the devices' clocks get wrong must not put an effect before its
  /// cause.
  private static let lead = SpeechFormat.sampleRate * 3 / 100
  /// The place in time moves by less than this from read to read, or it is taken anew.
  private static let jitter = SpeechFormat.sampleRate / 20

  private let state: OpaquePointer
  private let echo: EchoPath
  /// The place in time of the first of `pending`.
  private var place: Int?
  /// Captured samples that fill no frame yet.
  private var pending: [Int16] = []

  /// Nil when there is no memory.
  init?(_ echo: EchoPath) {
    guard let state = speex_echo_state_init(Int32(Self.frame), Int32(Self.tail)) else { return nil }
    var rate = Int32(SpeechFormat.sampleRate)
    speex_echo_ctl(state, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
    self.state = state
    self.echo = echo
  }

  deinit { speex_echo_state_destroy(state) }

  /// Treats samples, the last of which was captured at `time`; up to 20 ms are held back until more come.
  func process(_ samples: inout [Int16], endingAt time: Int64) {
    guard !samples.isEmpty else { return }
    let newPlace = EchoPath.place(time) - samples.count - pending.count
    if let place, abs(place - newPlace) < Self.jitter {} else { place = newPlace }
    pending += samples
    samples.removeAll(keepingCapacity: true)
    var clean = [Int16](repeating: 0, count: Self.frame)
    while pending.count >= Self.frame, let start = place {
      let played = echo.played(Self.frame, from: start + Self.lead)
      speex_echo_cancellation(state, pending, played, &clean)
      samples += clean
      pending.removeFirst(Self.frame)
      place = start + Self.frame
    }
  }
}
