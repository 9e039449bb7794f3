/// Turns the bytes a terminal sends into events: incremental, at any split, with bounded memory.
///
/// Sources: ECMA-48 for the grammar of sequences, XTerm Control Sequences for cursor keys, focus and paste, and
/// the kitty keyboard protocol for `CSI u`. A sequence that is not known is dropped whole, so that no answer of
/// a terminal is ever taken for a key.
public struct KeyDecoder: Sendable {
  private enum State: Equatable {
    case ground
    /// Within a string (OSC, DCS, SOS, PM, APC), which is skipped to its terminator.
    case string(escaped: Bool)
    case paste
  }
  private var state = State.ground
  private var buffer: [UInt8] = []
  private var pasted: [UInt8] = []

  /// A longer sequence is none of those that mean something.
  private static let longestSequence = 96
  /// What is pasted beyond this is dropped: it goes into a line editor.
  private static let longestPaste = 16_384
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// A decoder at the start of the terminal's output.
  public init() {}

  /// An unfinished sequence waits for its rest; if none comes for a moment, call ``flush()``.
  public var isWaiting: Bool { !buffer.isEmpty && state == .ground }

  /// Takes bytes in and gives the events they complete.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for byte in bytes { take(byte, &events) }
    return events
  }

  /// Nothing followed: a lone Esc is the key, anything else unfinished is dropped.
  public mutating func flush() -> [TerminalEvent] {
    guard isWaiting else { return [] }
    defer { buffer = [] }
    return buffer == [0x1B] ? [.key(Key(.escape))] : []
  }

  private mutating func take(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    switch state {
    case .string(let escaped):
      // ST is ESC \, or BEL, or its C1 form; CAN and SUB cancel.
      if byte == 0x07 || byte == 0x9C || byte == 0x18 || byte == 0x1A || (escaped && byte == 0x5C) {
        state = .ground
      } else {
        state = .string(escaped: byte == 0x1B)
      }
    case .paste: takePasted(byte, &events)
    case .ground:
      buffer.append(byte)
      switch EscapeSequence.match(buffer) {
      case .incomplete where buffer.count < Self.longestSequence: break
      case .incomplete, .unknown: buffer = []
      case .text(let character):
        buffer = []
        events.append(.key(Key(legacy: character)))
      case .escapeThenMore:
        // Two keys: the Esc key, and whatever this byte begins.
        buffer = []
        events.append(.key(Key(.escape)))
        take(byte, &events)
      case .alt(let character):
        buffer = []
        var key = Key(legacy: character)
        key.modifiers.insert(.alt)
        events.append(.key(key))
      case .string:
        buffer = []
        state = .string(escaped: false)
      case .control(let sequence):
        buffer = []
        if sequence.isPasteStart {
          state = .paste
        } else if let event = sequence.event {
          events.append(event)
        }
      case .cursor(let final):
        buffer = []
        if let code = Key.Code(cursor: final) { events.append(.key(Key(code))) }
      }
    }
  }

  private mutating func takePasted(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    buffer.append(byte)
    if buffer == Self.pasteEnd {
      events.append(.paste(Sanitizer.lines(String(decoding: pasted, as: UTF8.self))))
      (state, buffer, pasted) = (.ground, [], [])
    } else if !Self.pasteEnd.starts(with: buffer) {
      // The byte that broke the match may itself begin the end mark.
      let restarts = byte == 0x1B
      if pasted.count < Self.longestPaste { pasted += restarts ? buffer.dropLast() : buffer[...] }
      buffer = restarts ? [byte] : []
    }
  }
}
