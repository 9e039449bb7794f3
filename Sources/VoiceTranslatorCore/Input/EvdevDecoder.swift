/// Turns the bytes of an input device into what happened to one of two keys: incremental, at any split.
///
/// Source: the kernel's `struct input_event` (linux/input.h): two words of time, then type and code of 16 bits and a
/// value of 32, in the machine's byte order.
public struct EvdevDecoder: Sendable {
  /// What the device told.
  public enum Event: Sendable, Equatable {
    /// A side's talk key.
    case key(Side, Key.Action)
    /// Events were lost; only the device's state tells what is down.
    case lost
  }

  /// Bytes of one event.
  public static let eventSize = 2 * MemoryLayout<Int>.size + 8
  private static let synchronization: UInt16 = 0
  private static let dropped: UInt16 = 3
  private static let key: UInt16 = 1

  private let codes: [Side: UInt16]
  private var buffer: [UInt8] = []

  /// A decoder for the sides' key codes (`KEY_…` of linux/input-event-codes.h).
  public init(codes: [Side: UInt16]) { self.codes = codes }

  /// Takes bytes in and gives the events of the talk keys that they complete.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Event] {
    buffer += bytes
    var events: [Event] = []
    while buffer.count >= Self.eventSize {
      if let event = event(buffer.prefix(Self.eventSize).suffix(8)) { events.append(event) }
      buffer.removeFirst(Self.eventSize)
    }
    return events
  }

  private func event(_ fields: ArraySlice<UInt8>) -> Event? {
    let (type, code, value) = fields.withUnsafeBytes {
      (
        $0.loadUnaligned(as: UInt16.self), $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self),
        $0.loadUnaligned(fromByteOffset: 4, as: Int32.self)
      )
    }
    if type == Self.synchronization && code == Self.dropped { return .lost }
    guard type == Self.key, let side = Side.allCases.first(where: { codes[$0] == code }) else { return nil }
    switch value {
    case 0: return .key(side, .release)
    case 1: return .key(side, .press)
    case 2: return .key(side, .repeat)
    default: return nil
    }
  }
}

extension TalkKey {
  /// The kernel's code of the key (linux/input-event-codes.h): of its place, which the layout doesn't change.
  public var evdevCode: UInt16? {
    switch code {
    case .character(let character): Self.places[character]
    case .function(let number): Self.functions.indices.contains(number - 1) ? Self.functions[number - 1] : nil
    case .named(let name): Self.names[name]
    case .enter: 28
    case .tab: 15
    case .backspace: 14
    case .home: 102
    case .up: 103
    case .pageUp: 104
    case .left: 105
    case .right: 106
    case .end: 107
    case .down: 108
    case .pageDown: 109
    case .insert: 110
    case .delete: 111
    case .escape, .other: nil
    }
  }

  private static let functions: [UInt16] = Array(59...68) + [87, 88] + Array(183...194)

  private static let names: [Key.Code.Name: UInt16] = [
    .leftControl: 29, .leftShift: 42, .rightShift: 54, .leftAlt: 56, .capsLock: 58, .numLock: 69,
    .scrollLock: 70,
    .rightControl: 97, .printScreen: 99, .rightAlt: 100, .pause: 119, .leftSuper: 125, .rightSuper: 126,
    .menu: 127,
  ]

  private static let places: [Character: UInt16] = {
    var places: [Character: UInt16] = [" ": 57, "\\": 43]
    for (row, first) in [("1234567890-=", 2), ("qwertyuiop[]", 16), ("asdfghjkl;'`", 30), ("zxcvbnm,./", 44)]
    {
      for (offset, character) in row.enumerated() { places[character] = UInt16(first + offset) }
    }
    return places
  }()
}
