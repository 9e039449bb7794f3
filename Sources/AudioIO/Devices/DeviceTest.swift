import CALSA
import Glibc
public import VoiceTranslatorCore

/// Tries a device out the way a person does: hears a tone from a speaker, hears oneself from a microphone.
public enum DeviceTest {
  /// How long a microphone is listened to.
  public static let length = Duration.seconds(2)

  /// Plays a tone of a second on a speaker. Blocks until it was heard.
  public static func tone(on device: String) throws(AudioError) {
    let speaker = try Speaker(device: device, PlaybackControls(), EchoPath())
    let count = speaker.rate
    let samples = (0..<count).map { index in
      // It swells and fades, so that neither end clicks.
      let swell = min(1, Double(min(index, count - index)) / (0.05 * Double(count)))
      return Int16(8_000 * swell * sin(2 * .pi * 440 * Double(index) / Double(count)))
    }
    try play(samples, on: speaker)
  }

  /// Records two seconds from a microphone and plays them on a speaker. Blocks for about four seconds. Gives how the
  /// recording is.
  public static func listen(to microphone: String, playingOn device: String) throws(AudioError)
    -> SignalCondition?
  {
    let pcm = try PCMHandle.open(
      microphone, .capture, rate: SpeechFormat.sampleRate, period: .milliseconds(20),
      buffer: .milliseconds(400))
    let status = pcm.start()
    guard status >= 0 else { throw AudioError(opening: microphone, .capture, status: Int32(status)) }
    let samples = try read(pcm, SpeechFormat.samples(in: length))
    let speaker = try Speaker(device: device, PlaybackControls(), EchoPath())
    try play(
      Resampler.resample(samples.samples, from: SpeechFormat.sampleRate, to: speaker.rate), on: speaker)
    return SignalCondition(samples.measure)
  }

  private static func play(_ samples: [Int16], on speaker: Speaker) throws(AudioError) {
    var place = 0
    _ = try samples.withUnsafeBufferPointer { all throws(AudioError) in
      try speaker.write(all, from: &place, isStopped: { false })
    }
    _ = speaker.drain(isStopped: { false })
  }

  private static func read(
    _ pcm: borrowing PCMHandle, _ wanted: Int
  ) throws(AudioError) -> (samples: [Int16], measure: SignalMeasure) {
    let frames = max(Int(pcm.setup.period), 64)
    let converter = SpeechConverter(pcm.setup, frames: frames)
    let meter = SignalMeter()
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: frames * converter.frameSize, alignment: 8)
    defer { buffer.deallocate() }
    var samples: [Int16] = []
    let deadline = ContinuousClock.now + length + .seconds(2)
    while samples.count < wanted {
      guard ContinuousClock.now < deadline else {
        throw AudioError(lost: pcm.name, .capture, status: -Int(ETIMEDOUT))
      }
      if pcm.wait(.milliseconds(100)) <= 0 { usleep(2_000) }
      let count = pcm.read(buffer, frames: frames)
      if count > 0 {
        let new = converter.convert(buffer, frames: count)
        meter.add(new.count, Level(new), clipped: converter.clipped)
        samples += new
      } else if count < 0, count != -Int(EAGAIN), !pcm.recover(from: count) {
        throw AudioError(lost: pcm.name, .capture, status: count)
      }
    }
    return (samples, meter.measure)
  }
}
