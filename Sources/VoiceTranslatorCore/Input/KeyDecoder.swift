/// Turns the bytes a terminal sends into events: incremental, at any split, with bounded memory.
///
/// Sources: ECMA-48 for the grammar of sequences, XTerm Control Sequences for cursor keys, focus, mouse and paste,
/// the kitty keyboard protocol for `CSI u` and Windows Terminal's win32-input-mode for `CSI _`. A sequence that
/// is not known is dropped whole, so that no answer of a terminal is ever taken for a key.
public struct KeyDecoder: Sendable {
  private enum State: Equatable {
    case ground
    /// Within a string (OSC, DCS, SOS, PM, APC), which is skipped to its terminator. `introducer`: its second
    /// byte while nothing has followed, because it may be an Alt key after all.
    case string(introducer: UInt8?, escaped: Bool)
    case paste
    /// Within a control sequence that can't mean anything, up to its final byte.
    case skippingControl
    /// The bytes left of a mouse report in the old form, which has no final byte.
    case skippingMouse(Int)
  }
  private var state = State.ground
  private var buffer: [UInt8] = []
  private var pasted: [UInt8] = []
  private var lastByteAt = Duration.zero
  /// With the keyboard protocol the Esc key is a sequence of its own: a lone ESC is the start of something.
  private var escapeIsTold = false
  private var win32 = Win32Keys()

  /// A key came in win32-input-mode, so the terminal tells releases.
  public private(set) var speaksWin32 = false

  /// A longer sequence is none of those that mean something.
  private static let longestSequence = 96
  /// What is pasted beyond this is dropped: it goes into a line editor.
  private static let longestPaste = 16_384
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// Nothing follows a lone ESC for this long: it was the Esc key.
  static let escapeDelay = Duration.milliseconds(50)
  /// Something began that no key begins: its rest may be this late (a slow connection).
  static let sequenceDelay = Duration.seconds(1)
  /// The rest of a paste may be this late.
  static let pasteDelay = Duration.seconds(5)

  /// A decoder at the start of the terminal's output.
  public init() {}

  /// Something unfinished waits for its rest; call ``flush(at:)`` then, after reading what there is. Nil: nothing.
  public var deadline: Duration? { delay.map { lastByteAt + $0 } }

  /// Bytes that are kept until it is known what they are.
  public var pendingCount: Int { buffer.count + pasted.count }
  /// Never are more kept.
  public static let mostPending = longestPaste + longestSequence

  /// Takes bytes in and gives the events they complete.
  public mutating func decode(_ bytes: some Sequence<UInt8>, at now: Duration) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    for byte in bytes {
      lastByteAt = now
      take(byte, &events)
    }
    return events
  }

  /// Nothing followed in time: a lone ESC is the Esc key and one with a character is Alt and that; anything else
  /// unfinished is dropped. Before ``deadline`` it does nothing.
  public mutating func flush(at now: Duration) -> [TerminalEvent] {
    guard let deadline, now >= deadline else { return [] }
    defer { (state, buffer, pasted) = (.ground, [], []) }
    switch state {
    case .ground where buffer == [0x1B]: return [.key(Key(.escape))]
    case .ground where buffer.count == 2 && buffer[0] == 0x1B && buffer[1] < 0x80: return [alt(buffer[1])]
    case .string(let introducer?, _): return [alt(introducer)]
    default: return []
    }
  }

  private var delay: Duration? {
    switch state {
    case .ground where buffer.isEmpty: nil
    case .ground: buffer.count <= 2 && !escapeIsTold ? Self.escapeDelay : Self.sequenceDelay
    case .string(let introducer, _):
      introducer != nil && !escapeIsTold ? Self.escapeDelay : Self.sequenceDelay
    case .paste: Self.pasteDelay
    case .skippingControl, .skippingMouse: Self.sequenceDelay
    }
  }

  private func alt(_ byte: UInt8) -> TerminalEvent {
    var key = Key(legacy: Character(Unicode.Scalar(byte)))
    key.modifiers.insert(.alt)
    return .key(key)
  }

  private mutating func take(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    switch state {
    case .string(_, let escaped): takeWithinString(byte, escaped: escaped, &events)
    case .paste: takePasted(byte, &events)
    case .skippingControl:
      switch byte {
      case 0x1B: begin(with: byte, &events)
      case 0x18, 0x1A, 0x40...0x7E: state = .ground
      default: break
      }
    case .skippingMouse(let left): state = left > 1 ? .skippingMouse(left - 1) : .ground
    case .ground:
      buffer.append(byte)
      takeBuffer(byte, &events)
    }
  }

  private mutating func takeBuffer(_ byte: UInt8, _ events: inout [TerminalEvent]) {
    let match = EscapeSequence.match(buffer)
    if case .incomplete = match {
      if buffer.count >= Self.longestSequence { (state, buffer) = (.skippingControl, []) }
      return
    }
    buffer = []
    switch match {
    case .incomplete, .unknown: break
    case .text(let character): events.append(.key(Key(legacy: character)))
    case .alt(let character):
      var key = Key(legacy: character)
      key.modifiers.insert(.alt)
      events.append(.key(key))
    case .escapeThenMore:
      // Two keys: the Esc key, and whatever this byte begins.
      events.append(.key(Key(.escape)))
      take(byte, &events)
    case .beginsAnew: take(byte, &events)
    case .string: state = .string(introducer: byte, escaped: false)
    case .brokenControl: state = .skippingControl
    case .control(let sequence): take(sequence, &events)
    case .consoleFunction(let number): events.append(.key(Key(.function(number))))
    case .cursor(let final): if let code = Key.Code(cursor: final) { events.append(.key(Key(code))) }
    }
  }

  private mutating func take(_ sequence: ControlSequence, _ events: inout [TerminalEvent]) {
    if sequence.isPasteStart {
      state = .paste
    } else if sequence.isOldMouse {
      state = .skippingMouse(3)
    } else if let fields = sequence.win32Fields {
      speaksWin32 = true
      if let key = win32.key(fields) { events.append(.key(key)) }
    } else if let event = sequence.event {
      if case .keyboardProtocol(let flags) = event { escapeIsTold = flags & 1 != 0 }
      events.append(event)
    }
  }

  private mutating func begin(with byte: UInt8, _ events: inout [TerminalEvent]) {
    state = .ground
    take(byte, &events)
  }

  /// A string ends with ST (ESC \), BEL, CAN or SUB. Any other byte after ESC begins something new.
  private mutating func takeWithinString(_ byte: UInt8, escaped: Bool, _ events: inout [TerminalEvent]) {
    switch byte {
    case 0x5C where escaped, 0x07, 0x18, 0x1A: state = .ground
    case 0x1B: state = .string(introducer: nil, escaped: true)
    case _ where escaped:
      state = .ground
      buffer = [0x1B]
      take(byte, &events)
    default: state = .string(introducer: nil, escaped: false)
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
