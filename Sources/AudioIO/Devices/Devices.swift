import CALSA
import Glibc

/// The sound devices there are.
public enum Devices {
  /// One device.
  public struct Device: Sendable, Equatable {
    /// What ALSA calls it; stable while the configuration is.
    public var id: String
    /// What people call it.
    public var name: String
  }

  /// The devices of a direction that ALSA's configuration hints at, `default` first.
  public static func list(_ direction: AudioError.Direction) -> [Device] {
    calsa_silence()
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
    defer { snd_device_name_free_hint(hints) }
    let wanted = direction == .capture ? "Input" : "Output"
    var devices: [Device] = []
    var next = hints
    while let hint = next.pointee {
      next += 1
      // Without a direction a device has both.
      guard let id = text(hint, "NAME"), text(hint, "IOID") ?? wanted == wanted, id != "null" else {
        continue
      }
      let name = text(hint, "DESC") ?? id
      devices.append(Device(id: id, name: name.split(separator: "\n").joined(separator: ", ")))
    }
    if let index = devices.firstIndex(where: { $0.id == "default" }) {
      devices.insert(devices.remove(at: index), at: 0)
    }
    return devices
  }

  /// What people call a device; its own name when ALSA has no other. `default` is a good name already.
  public static func name(of id: String, _ direction: AudioError.Direction) -> String {
    id == "default" ? id : list(direction).first { $0.id == id }?.name ?? id
  }

  /// Opens a device and closes it again: nil when that works.
  public static func probe(_ direction: AudioError.Direction, _ id: String) -> AudioError? {
    do {
      _ = try PCMHandle.open(
        id, direction, rate: direction == .capture ? 16_000 : 48_000, period: .milliseconds(20),
        buffer: .milliseconds(160))
      return nil
    } catch {
      return error
    }
  }

  private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
    guard let value = snd_device_name_get_hint(hint, key) else { return nil }
    defer { free(value) }
    return String(cString: value)
  }
}
