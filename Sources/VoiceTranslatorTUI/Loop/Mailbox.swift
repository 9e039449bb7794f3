import Glibc
import Synchronization
import VoiceTranslatorCore

/// Where every thread and task leaves events for the loop.
///
/// ``post(_:)`` may be called from anywhere and never blocks; ``take()`` is the main thread's. The descriptor is
/// readable while something is in the box, so the loop can poll it beside the terminal.
final class Mailbox: Sendable {
  private let events = Mutex<[Event]>([])
  private let pipe: Pipe

  /// Nil when the process has no descriptors left.
  init?() {
    guard let pipe = Pipe() else { return nil }
    pipe.reader.setNonBlocking()
    pipe.writer.setNonBlocking()
    self.pipe = pipe
  }

  /// Readable while there are events.
  var descriptor: Int32 { pipe.reader.number }

  /// Leaves an event.
  func post(_ event: Event) {
    let wasEmpty = events.withLock { events in
      defer { events.append(event) }
      return events.isEmpty
    }
    // One byte wakes the loop for any number of events; a full pipe means it is awake already.
    if wasEmpty { _ = withUnsafePointer(to: UInt8(1)) { write(pipe.writer.number, $0, 1) } }
  }

  /// Takes all events, oldest first.
  func take() -> [Event] {
    var scratch: (UInt64, UInt64) = (0, 0)
    while withUnsafeMutableBytes(of: &scratch, { read(pipe.reader.number, $0.baseAddress, $0.count) }) > 0 {}
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
