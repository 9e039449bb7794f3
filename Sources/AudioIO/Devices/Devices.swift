import CALSA
import CPulse
import Glibc

/// The sound devices there are.
public enum Devices {
  /// One device.
  public struct Device: Sendable, Equatable {
    /// What ALSA calls it; the same after a restart.
    public var id: String
    /// What people call it.
    public var name: String
  }

  /// How long a sound server may take to name its devices.
  private static let patience: Int32 = 1_000

  /// The devices of a direction, `default` first: those of the sound server by its descriptions, then those that
  /// ALSA's configuration hints at. May take a second when the sound server doesn't answer.
  public static func list(_ direction: AudioError.Direction) -> [Device] {
    let hinted = hinted(direction)
    let served = served(direction)
    let first = hinted.filter { $0.id == "default" }
    // The server as a whole is what `default` is already.
    return first + served + hinted.filter { $0.id != "default" && !(($0.id == "pulse") && !served.isEmpty) }
  }

  /// What people call a device; its own name when nothing has another. `default` is a good name already.
  public static func name(of id: String, _ direction: AudioError.Direction) -> String {
    guard id != "default" else { return id }
    let devices = id.hasPrefix("pulse:") ? served(direction) : hinted(direction)
    return devices.first { $0.id == id }?.name ?? id
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

  /// What ALSA's configuration hints at, `default` first.
  private static func hinted(_ direction: AudioError.Direction) -> [Device] {
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

  /// What PulseAudio or PipeWire describes, its own default first; ALSA's pulse plugin opens each by its name.
  private static func served(_ direction: AudioError.Direction) -> [Device] {
    final class Found {
      var devices: [Device] = []
    }
    let found = Found()
    let isThere = cpulse_list(
      direction == .capture, patience,
      { context, name, description, isDefault in
        guard let context, let name, let description else { return }
        let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
        let device = Device(id: "pulse:" + String(cString: name), name: String(cString: description))
        found.devices.insert(device, at: isDefault ? 0 : found.devices.count)
      }, Unmanaged.passUnretained(found).toOpaque())
    return isThere ? found.devices : []
  }

  private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
    guard let value = snd_device_name_get_hint(hint, key) else { return nil }
    defer { free(value) }
    return String(cString: value)
  }
}
