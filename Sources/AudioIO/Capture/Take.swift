import VoiceTranslatorCore

/// One recording being made: where its samples go, and when it ends.
struct Take {
  /// Silence for this long around the release ends the hangover early: who has stopped speaking before it is not
  /// waited for.
  static let silence = SpeechFormat.samples(in: .milliseconds(60))
  /// So much of it must have come after the release: what came before may be as old as the device's buffer.
  static let silenceAfter = SpeechFormat.samples(in: .milliseconds(20))
  /// What is quieter than this (dBFS) is silence for that.
  static let silenceLevel = -50.0

  let utterance: Utterance
  var spool: SpoolFile?
  private(set) var peak = 0
  /// Samples still to be recorded after the release; nil: the key is down.
  private var remaining: Int?
  private var silent = 0
  private var sinceRelease = 0

  init(_ utterance: Utterance, spool: SpoolFile?) {
    self.utterance = utterance
    self.spool = spool
  }

  /// The key came up: record so many samples more.
  mutating func release(hangover: Int) { remaining = hangover }

  /// The hangover is over.
  var isOver: Bool {
    guard let remaining else { return false }
    return remaining <= 0 || silent >= Self.silence && sinceRelease >= Self.silenceAfter
  }

  /// Takes the samples that still belong to the recording; a failure of the disk is returned, and the recording
  /// goes on in memory.
  mutating func append(_ samples: [Int16]) -> SpoolFile.Failure? {
    let wanted = remaining.map { Array(samples.prefix($0)) } ?? samples
    guard !wanted.isEmpty else { return nil }
    peak = max(peak, wanted.reduce(0) { max($0, abs(Int($1))) })
    let level = wanted.withUnsafeBufferPointer { Level($0).rms }
    silent = level < Self.silenceLevel ? silent + wanted.count : 0
    if let before = remaining {
      (remaining, sinceRelease) = (before - wanted.count, sinceRelease + wanted.count)
    }
    utterance.append(wanted)
    do {
      try spool?.append(wanted)
      return nil
    } catch {
      spool = nil
      return error
    }
  }
}
