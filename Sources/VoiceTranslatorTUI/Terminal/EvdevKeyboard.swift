import CSystem
import Glibc
import VoiceTranslatorCore

/// Why an input device can't be used.
enum EvdevError: Error, Equatable {
  /// The path and the system's words.
  case unreadable(String, reason: String)
  /// The path names something else.
  case notADevice(String)
  /// The key's name: the kernel has no code for it.
  case unknownKey(String)
}

/// A keyboard of the system that is read beside the terminal: it tells releases where the terminal can't.
///
/// It is only read, never grabbed: its keys reach the terminal as ever. Main thread only.
final class EvdevKeyboard {
  let path: String
  private let file: FileDescriptor
  private let codes: [Side: UInt16]
  private var decoder: EvdevDecoder

  init(path: String, keys: TalkKeys) throws(EvdevError) {
    var codes: [Side: UInt16] = [:]
    for side in Side.allCases {
      guard let code = keys[side].evdevCode else { throw .unknownKey(keys[side].name) }
      codes[side] = code
    }
    let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard number >= 0 else { throw .unreadable(path, reason: String(cString: strerror(errno))) }
    file = FileDescriptor(owning: number)
    var status = stat()
    fstat(number, &status)
    // A FIFO serves as well, so that another program can tell what is held.
    guard [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT) else { throw .notADevice(path) }
    self.path = path
    self.codes = codes
    decoder = EvdevDecoder(codes: codes)
  }

  /// Readable while there are events, and when the device is gone.
  var descriptor: Int32 { file.number }

  /// Everything that the device has told, without waiting; nil: the device is gone.
  func read() -> [EvdevDecoder.Event]? {
    var events: [EvdevDecoder.Event] = []
    var buffer = [UInt8](repeating: 0, count: 64 * EvdevDecoder.eventSize)
    while true {
      let count = Glibc.read(file.number, &buffer, buffer.count)
      if count > 0 {
        events += decoder.decode(buffer[..<count])
      } else {
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? events : nil
      }
    }
  }

  /// Whether a side's key is down now.
  func isDown(_ side: Side) -> Bool {
    codes[side].map { csystem_key_is_down(file.number, UInt32($0)) } ?? false
  }

  /// On a virtual console: it is the one in front. The device tells keys that are typed on the others, too.
  static func isConsoleInFront() -> Bool {
    guard let name = ttyname(STDIN_FILENO).map({ String(cString: $0) }), name.hasPrefix("/dev/tty"),
      let active = PrivateFile.read("/sys/class/tty/tty0/active")
    else { return true }
    return name == "/dev/" + active.prefix { $0 != "\n" }
  }
}

extension Notice {
  init(_ error: EvdevError) {
    let instead = "Until then the terminal tells what is held."
    switch error {
    case .unreadable(let path, let reason):
      self.init(
        "The input device \(Sanitizer.line(path)) can't be read: \(reason).",
        remedy: "Join the group that may read it, mostly 'input'. \(instead)")
    case .notADevice(let path):
      self.init(
        "\(Sanitizer.line(path)) is no input device.",
        remedy: "Those of keyboards are named in /dev/input/by-path. \(instead)")
    case .unknownKey(let name):
      self.init("No input device has a key '\(name)'.", remedy: "Choose another --talk-key. \(instead)")
    }
  }
}
