import Foundation

/// A sound card made of a clock: the test rig's ALSA plugin, in devices of its own for each test.
///
/// ALSA reads its configuration once per process, so one file names all devices; what differs between tests is
/// their folder's content: the microphone's sound, the fault, what was played.
enum SoundCard {
  /// What ALSA's configuration and the devices' files are in.
  static let folder: TemporaryFolder? = try? build()

  /// What the microphone hears: 20 s in which every place looks different.
  static let heard = ramp(320_000)

  /// Makes a fault happen now: xrun, suspend, unplug, stall or eio; nil ends an unplug or a stall.
  static func fault(_ fault: String?, on device: String) throws {
    guard let folder else { return }
    if let fault {
      try folder.write(Array(fault.utf8), to: "\(device).control")
    } else {
      try? FileManager.default.removeItem(atPath: folder.file("\(device).control"))
    }
  }

  /// The mono samples that were played on a device since it was opened last.
  static func played(on device: String) -> [Int16] { samples(folder?.read("\(device).raw") ?? []) }

  private static func build() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let source =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/Rigs/alsa/pcm_rig.c"
    let plugin = folder.file("libasound_module_pcm_rig.so")
    try run(["cc", "-shared", "-fPIC", "-O2", "-DPIC", "-o", plugin, source, "-lasound"])
    try folder.write(waveBytes(data: bytes(heard)), to: "heard.wav")
    var lines = ["pcm_type.rig { lib \"\(plugin)\" }"]
    for name in [
      "prerolled", "hung", "xrun", "suspend", "unplug", "stall", "cold", "again", "discard", "matrix",
    ] {
      lines.append(
        "pcm.\(name) { type rig rate 16000 channels 1 can_resume 1 infile \"\(folder.file("heard.wav"))\""
          + " control \"\(folder.file(name + ".control"))\" }")
    }
    for name in [
      "exact", "order", "lead-in", "stopped", "gone", "unplugged-and-back", "eio", "matrix-speaker",
    ] {
      lines.append(
        "pcm.\(name) { type rig rate 48000 channels 1 outfile \"\(folder.file(name + ".raw"))\""
          + " control \"\(folder.file(name + ".control"))\" }")
    }
    lines.append("pcm.late { type rig rate 16000 channels 1 start_delay_ms 900 }")
    lines.append("pcm.hanging { type rig rate 16000 channels 1 open_delay_ms 6000 }")
    // Other tests of this process use it, and this file is all that ALSA knows from now on.
    lines.append("pcm.null { type null }")
    for (name, code) in [("missing", 2), ("busy", 16), ("forbidden", 13), ("nothing", 19), ("refused", 111)] {
      lines.append("pcm.\(name) { type rig open_error \(code) }")
    }
    for kind in SoundServer.Kind.allCases {
      for (name, device) in [("microphone", "rigmic.monitor"), ("speaker", "rigspk")] {
        lines.append(
          "pcm.\(kind)-\(name) { type pulse server \"unix:\(kind.socket(in: folder))\" device \"\(device)\" }"
        )
      }
    }
    try folder.write(Array(lines.joined(separator: "\n").utf8), to: "asound.conf")
    setenv("ALSA_CONFIG_PATH", folder.file("asound.conf"), 1)
    return folder
  }
}
