import Foundation

/// A private sound server without hardware, behind the devices `pulse-microphone` and `pulse-speaker`, or
/// `pipewire-microphone` and `pipewire-speaker`.
final class SoundServer {
  /// Which server.
  enum Kind: String, CaseIterable, CustomStringConvertible {
    case pulse, pipewire

    var description: String { rawValue }

    /// The folder of a server that belongs to a sound card's folder.
    func folder(in card: TemporaryFolder) -> String { card.file(rawValue) }

    /// Where it listens, as PulseAudio does.
    func socket(in card: TemporaryFolder) -> String {
      folder(in: card) + (self == .pulse ? "/native" : "/run/pulse/native")
    }
  }

  let kind: Kind
  private let folder: String

  init(_ kind: Kind = .pulse, _ card: TemporaryFolder) throws {
    self.kind = kind
    folder = kind.folder(in: card)
    try rig("start")
  }

  deinit {
    try? rig("thaw")
    try? rig("stop")
  }

  var microphone: String { "\(kind)-microphone" }
  var speaker: String { "\(kind)-speaker" }

  /// Carries a verb of Tests/Rigs/audio-rig out: freeze, thaw, unplug (killed), plug.
  func rig(_ verb: String) throws {
    let rigs =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/Rigs/"
    try run(["AUDIO_RIG_DIR=" + folder, rigs + (kind == .pulse ? "audio-rig" : "pipewire-rig"), verb])
  }
}
