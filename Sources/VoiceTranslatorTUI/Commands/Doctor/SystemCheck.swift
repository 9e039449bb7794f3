import CSystem
import CTerm
import Glibc
import VoiceTranslatorCore

/// The machine: locale, clock, disk, permissions.
enum SystemCheck {
  /// The character set of the user's locale; nil when the machine doesn't have that locale.
  static var codeset: String? { ct_codeset().map { String(cString: $0) } }

  static func locale(_ environment: [String: String]) -> Finding {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let remedy = "Set LANG to a locale in UTF-8 that locale -a lists, for example C.UTF-8."
    guard let codeset else {
      return Finding("locale", .warning, Notice("The machine has no locale '\(name)'.", remedy: remedy))
    }
    guard codeset == "UTF-8" else {
      return Finding(
        "locale", .warning,
        Notice("'\(name)' uses \(codeset): most languages can't be shown.", remedy: remedy))
    }
    return Finding("locale", good: "\(name), \(codeset)")
  }

  /// Certificates are not valid by a clock that is years behind.
  static func clock(_ now: Timestamp) -> Finding {
    let text = now.minutes(offset: LocalTime.offset(at: now))
    guard let release = Timestamp(rfc3339: "2026-01-01T00:00:00Z"), now >= release else {
      return Finding(
        "clock", .broken,
        Notice("It says \(text), which is past.", remedy: "Set it: other machines are not trusted by it."))
    }
    let isSynchronized = csystem_clock_is_synchronized() == 1
    return Finding(
      "clock", good: text + (isSynchronized ? ", synchronised" : ", not synchronised by this machine"))
  }

  static func disk(_ paths: Paths) -> [Finding] {
    [("history and models", paths.data), ("recordings", paths.state)].map { name, folder in
      let place = existing(folder)
      var status = statvfs()
      guard statvfs(place, &status) == 0 else {
        let reason = String(cString: strerror(errno))
        return Finding("disk for \(name)", .warning, Notice("\(place) can't be looked at: \(reason)."))
      }
      return disk(name, place, megabytes: Int(status.f_bavail) * Int(status.f_frsize) / 1_000_000)
    }
  }

  /// What so much room in a folder means.
  static func disk(_ name: String, _ place: String, megabytes: Int) -> Finding {
    let room = megabytes >= 1000 ? "\(megabytes / 1000) GB" : "\(megabytes) MB"
    guard megabytes < 200 else { return Finding("disk for \(name)", good: "\(room) free in \(place)") }
    return Finding(
      "disk for \(name)", megabytes < 5 ? .broken : .warning,
      Notice("Only \(room) are free in \(place).", remedy: "Make room."))
  }

  /// Private folders and files must be the user's and closed to others.
  static func permissions(_ context: ProgramContext) -> [Finding] {
    let paths = context.paths
    let places = [paths.configuration, paths.data, paths.state, paths.unsent, HistoryFiles(paths).database]
    let troubles = places.compactMap { permission($0).map { Finding("permissions", $0, $1) } }
    return troubles.isEmpty ? [Finding("permissions", good: "the folders are yours alone")] : troubles
  }

  private static func permission(_ path: String) -> (Finding.Severity, Notice)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    guard status.st_uid == geteuid() else {
      return (.broken, Notice("\(path) belongs to another user.", remedy: "Run chown \(geteuid()) \(path)."))
    }
    guard access(path, W_OK) == 0 else {
      return (.broken, Notice("\(path) can't be written.", remedy: "Run chmod u+rwX \(path)."))
    }
    guard status.st_mode & 0o077 == 0 else {
      return (.warning, Notice("Others may read \(path).", remedy: "Run chmod go= \(path)."))
    }
    return nil
  }

  /// The folder, or the nearest above it that is there.
  private static func existing(_ folder: String) -> String {
    var parts = folder.split(separator: "/")
    while !parts.isEmpty, access("/" + parts.joined(separator: "/"), F_OK) != 0 { parts.removeLast() }
    return "/" + parts.joined(separator: "/")
  }
}
