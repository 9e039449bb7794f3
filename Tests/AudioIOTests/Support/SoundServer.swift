import Foundation

/// A private PulseAudio server without hardware, behind the devices `server-microphone` and `server-speaker`.
final class SoundServer {
  private let folder: String

  /// The folder of a server that belongs to a sound card's folder.
  static func folder(in card: TemporaryFolder) -> String { card.file("server") }

  init(_ card: TemporaryFolder) throws {
    folder = Self.folder(in: card)
    try rig("start")
  }

  deinit {
    try? rig("thaw")
    try? rig("stop")
  }

  /// Carries a verb of Tests/Rigs/audio-rig out: freeze, thaw, unplug (killed), plug.
  func rig(_ verb: String) throws {
    let rigs =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/Rigs/"
    try run(["AUDIO_RIG_DIR=" + folder, rigs + "audio-rig", verb])
  }
}
