import Glibc
import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

/// A FIFO stands for the input device: what is written into it are the kernel's own records.
@Suite struct TalkInputTests {
  private static func event(_ code: UInt16, _ value: Int32, type: UInt16 = 1) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: EvdevDecoder.eventSize - 8)
    withUnsafeBytes(of: type) { bytes += $0 }
    withUnsafeBytes(of: code) { bytes += $0 }
    withUnsafeBytes(of: value) { bytes += $0 }
    return bytes
  }

  /// Gives an input that reads a device, and the descriptor that writes the device's events.
  private func withDevice(_ body: (inout TalkInput, inout Int32) throws -> Void) throws {
    let path = "/tmp/voice-translator-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).fifo"
    #expect(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    var writer = open(path, O_RDWR)
    defer { if writer >= 0 { close(writer) } }
    let device = try EvdevKeyboard(path: path, keys: TalkKeys())
    var input = TalkInput(hold: HoldDetector(), keys: TalkKeys(), device: device)
    #expect(input.mode(.withoutProtocol) == .evdev(path))
    try body(&input, &writer)
  }

  private func tell(_ writer: Int32, _ bytes: [UInt8]) {
    #expect(write(writer, bytes, bytes.count) == bytes.count)
  }

  @Test func `a hold goes by the device, and the terminal's bytes for the key mean nothing`() throws {
    try withDevice { input, writer in
      tell(writer, Self.event(57, 1))
      #expect(input.readDevice(isTyping: false, at: .zero) == [.started])
      #expect(input.take(Key(.character(" "), text: " "), isTyping: false, at: .milliseconds(5)) == [])
      tell(writer, Self.event(57, 0))
      #expect(input.readDevice(isTyping: false, at: .milliseconds(900)) == [])
      #expect(input.tick(at: .milliseconds(930)) == [.ended(sinceRelease: .milliseconds(30))])
    }
  }

  @Test func `what is typed into a text field or another window begins nothing`() throws {
    try withDevice { input, writer in
      tell(writer, Self.event(57, 1) + Self.event(57, 0))
      #expect(input.readDevice(isTyping: true, at: .zero) == [])
      #expect(input.take(Key(.character(" "), text: " "), isTyping: true, at: .zero) == nil)
      _ = input.focus(false, at: .seconds(1))
      tell(writer, Self.event(57, 1) + Self.event(57, 0))
      #expect(input.readDevice(isTyping: false, at: .seconds(2)) == [])
    }
  }

  @Test func `lost events end a hold whose key is no longer down`() throws {
    try withDevice { input, writer in
      tell(writer, Self.event(57, 1))
      _ = input.readDevice(isTyping: false, at: .zero)
      tell(writer, Self.event(3, 0, type: 0))
      #expect(input.readDevice(isTyping: false, at: .seconds(1)) == [])
      #expect(input.tick(at: .seconds(2)) == [.ended(sinceRelease: .seconds(1))])
    }
  }

  @Test func `without its device the terminal tells, and what was held ends by the terminal's rules`() throws
  {
    try withDevice { input, writer in
      tell(writer, Self.event(57, 1))
      _ = input.readDevice(isTyping: false, at: .zero)
      close(writer)
      writer = -1
      #expect(input.readDevice(isTyping: false, at: .seconds(1)) == nil)
      #expect(input.mode(.withoutProtocol) == .withoutProtocol)
      input.terminalTells(.withoutProtocol)
      #expect(input.tick(at: .seconds(3)) == [.latched])
      #expect(input.tick(at: .seconds(31)) == [.ended(sinceRelease: .zero)])
    }
  }

  @Test func `a device that can't be read is named with the reason`() {
    #expect(throws: EvdevError.unreadable("/nowhere/event0", reason: "No such file or directory")) {
      try EvdevKeyboard(path: "/nowhere/event0", keys: TalkKeys())
    }
    #expect(throws: EvdevError.notADevice("/proc/self/status")) {
      try EvdevKeyboard(path: "/proc/self/status", keys: TalkKeys())
    }
  }

  @Test func `the second side's key talks only where there are two sides, and breaks no hold of the first`() {
    var input = TalkInput(hold: HoldDetector(), keys: TalkKeys(), device: nil)
    input.terminalTells(.keyboardProtocol(flags: 31))
    #expect(input.take(Key(.enter), isTyping: false, at: .zero) == nil)
    input.hasTwoSides = true
    #expect(input.take(Key(.enter), isTyping: false, at: .zero) == [.started])
    #expect(input.side == .b)
    #expect(input.take(Key(.character(" ")), isTyping: false, at: .milliseconds(500)) == [])
    #expect(input.take(Key(.character(" "), action: .release), isTyping: false, at: .milliseconds(600)) == [])
    #expect(input.take(Key(.enter, action: .release), isTyping: false, at: .seconds(1)) == [])
    #expect(input.tick(at: .seconds(2)) == [.ended(sinceRelease: .seconds(1))])
  }
}
