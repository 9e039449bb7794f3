import AudioIO
import VoiceTranslatorCore

/// The newest turns' encoded speech, for a replay: of each sentence its newest revision.
struct KeptSpeech {
  /// Turns whose speech is kept.
  static let turns = 20

  private var clips: [Turn.ID: [(clip: Clip, revision: Int, bytes: [UInt8])]] = [:]

  /// A turn's speech in order; empty when it isn't kept any more.
  func clips(of turn: Turn.ID) -> [(clip: Clip, bytes: [UInt8])] {
    (clips[turn] ?? []).map { ($0.clip, $0.bytes) }.filter { !$0.bytes.isEmpty }
  }

  mutating func keep(_ bytes: [UInt8], of clip: Clip, revision: Int) {
    var kept = clips[clip.turn] ?? []
    if let index = kept.firstIndex(where: { $0.clip == clip }) {
      if revision == kept[index].revision {
        kept[index].bytes += bytes
      } else if revision > kept[index].revision {
        kept[index] = (clip, revision, bytes)
      }
    } else {
      kept.append((clip, revision, bytes))
    }
    clips[clip.turn] = kept
    while clips.count > Self.turns, let oldest = clips.keys.min() { clips[oldest] = nil }
  }

  mutating func forget(_ turn: Turn.ID) { clips[turn] = nil }
}
