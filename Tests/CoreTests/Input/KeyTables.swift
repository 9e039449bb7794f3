import Testing
import VoiceTranslatorCore

/// What a terminal sends, and what that means.
struct Sent: Sendable, CustomTestStringConvertible {
  let what: String
  let bytes: [UInt8]
  let events: [TerminalEvent]

  init(_ what: String, _ text: String, _ events: TerminalEvent...) {
    self.init(what, bytes: Array(text.utf8), events)
  }

  init(_ what: String, bytes: [UInt8], _ events: [TerminalEvent] = []) {
    (self.what, self.bytes, self.events) = (what, bytes, events)
  }

  var testDescription: String { what }
}

func pressed(_ code: Key.Code, _ modifiers: Key.Modifiers = [], text: String = "", base: Character? = nil)
  -> TerminalEvent
{ .key(Key(code, modifiers: modifiers, text: text, base: base)) }

func told(
  _ code: Key.Code, _ action: Key.Action, _ modifiers: Key.Modifiers = [], text: String = "",
  base: Character? = nil
) -> TerminalEvent {
  .key(Key(code, modifiers: modifiers, action: action, text: text, base: base))
}

/// Keys, as terminals of every kind tell them.
let keysSent: [Sent] = [
  // The keyboard protocol with all its fields, as kitty sends them.
  Sent("space down", "\u{1B}[32;;32u", pressed(.character(" "), text: " ")),
  Sent("space repeats", "\u{1B}[32;1:2;32u", told(.character(" "), .repeat, text: " ")),
  Sent("space up", "\u{1B}[32;1:3u", told(.character(" "), .release)),
  Sent("space down with an explicit event", "\u{1B}[32;1:1u", pressed(.character(" "), text: " ")),
  Sent("space up under NumLock", "\u{1B}[32;129:3u", told(.character(" "), .release)),
  Sent("space up under CapsLock and NumLock", "\u{1B}[32;193:3u", told(.character(" "), .release)),
  Sent("space up with Shift", "\u{1B}[32;2:3u", told(.character(" "), .release, .shift)),
  Sent("q", "\u{1B}[113;;113u", pressed(.character("q"), text: "q")),
  Sent(
    "Shift and Q", "\u{1B}[57441;2u\u{1B}[113:81;2;81u", pressed(.named(.leftShift), .shift),
    pressed(.character("q"), .shift, text: "Q")),
  Sent("Shift and Q without text", "\u{1B}[113:81;2u", pressed(.character("q"), .shift, text: "Q")),
  Sent("q under a Russian layout", "\u{1B}[1081::113u", pressed(.character("й"), text: "й", base: "q")),
  Sent("q up under a Russian layout", "\u{1B}[1081::113;1:3u", told(.character("й"), .release, base: "q")),
  Sent("Ctrl+C", "\u{1B}[99;5u", pressed(.character("c"), .control)),
  Sent("Enter", "\u{1B}[13u\u{1B}[13;1:3u", pressed(.enter), told(.enter, .release)),
  Sent("Esc", "\u{1B}[27u", pressed(.escape)),
  Sent("a keypad's 7", "\u{1B}[57406;129;55u", pressed(.character("7"), text: "7")),
  Sent("composed text without a key", "\u{1B}[0;;233u", pressed(.character("é"), text: "é")),
  Sent("several scalars of text", "\u{1B}[97;;101:769u", pressed(.character("a"), text: "e\u{301}")),
  Sent("Up with events", "\u{1B}[1;1:1A\u{1B}[1;1:3A", pressed(.up), told(.up, .release)),
  Sent("Ctrl+Left", "\u{1B}[1;5D", pressed(.left, .control)),
  Sent("Delete up", "\u{1B}[3;1:3~", told(.delete, .release)),
  // Terminals without it.
  Sent(
    "text", "aé€😀", pressed(.character("a"), text: "a"), pressed(.character("é"), text: "é"),
    pressed(.character("€"), text: "€"), pressed(.character("😀"), text: "😀")),
  Sent("legacy space", " ", pressed(.character(" "), text: " ")),
  Sent(
    "control keys", "\r\t\u{7F}\u{3}\u{1A}", pressed(.enter), pressed(.tab), pressed(.backspace),
    pressed(.character("c"), .control), pressed(.character("z"), .control)),
  Sent(
    "cursor keys", "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", pressed(.up), pressed(.down), pressed(.right),
    pressed(.left)),
  Sent(
    "application cursor keys", "\u{1B}OA\u{1B}OB\u{1B}OH\u{1B}OF", pressed(.up), pressed(.down),
    pressed(.home), pressed(.end)),
  Sent("an old form with a modifier", "\u{1B}O5A", pressed(.up)),
  Sent(
    "page keys", "\u{1B}[5~\u{1B}[6~\u{1B}[1~\u{1B}[4~\u{1B}[2~\u{1B}[3~", pressed(.pageUp),
    pressed(.pageDown), pressed(.home), pressed(.end), pressed(.insert), pressed(.delete)),
  Sent("Shift+Tab", "\u{1B}[Z", pressed(.tab, .shift)),
  Sent("Alt+x", "\u{1B}x", pressed(.character("x"), .alt, text: "x")),
  Sent("Alt+ü", "\u{1B}ü", pressed(.character("ü"), .alt, text: "ü")),
  Sent("Esc twice, then Up", "\u{1B}\u{1B}\u{1B}[A", pressed(.escape), pressed(.escape), pressed(.up)),
  Sent(
    "function keys", "\u{1B}OP\u{1B}OR\u{1B}[15~\u{1B}[24~\u{1B}[34~\u{1B}[29~", pressed(.function(1)),
    pressed(.function(3)), pressed(.function(5)), pressed(.function(12)), pressed(.function(20)),
    pressed(.named(.menu))),
  Sent(
    "function keys of the Linux console", "\u{1B}[[A\u{1B}[[E\u{1B}[17~", pressed(.function(1)),
    pressed(.function(5)), pressed(.function(6))),
  Sent(
    "function keys with events", "\u{1B}[P\u{1B}[1;1:3P\u{1B}[13;1:3~\u{1B}[57376u", pressed(.function(1)),
    told(.function(1), .release), told(.function(3), .release), pressed(.function(13))),
  Sent(
    "a key that only the keyboard protocol tells", "\u{1B}[57448;5u\u{1B}[57448;1:3u",
    pressed(.named(.rightControl), .control), told(.named(.rightControl), .release)),
  // Windows Terminal.
  Sent(
    "win32 F9, right Ctrl and right Shift",
    "\u{1B}[120;67;0;1;0;1_\u{1B}[17;29;0;1;260;1_\u{1B}[16;54;0;1;16;1_",
    pressed(.function(9)), pressed(.named(.rightControl), .control), pressed(.named(.rightShift), .shift)),
  Sent(
    "win32 space", "\u{1B}[32;57;32;1;0;1_\u{1B}[32;57;32;1;0;1_\u{1B}[32;57;32;0;0;1_",
    pressed(.character(" "), text: " "), told(.character(" "), .repeat, text: " "),
    told(.character(" "), .release)),
  Sent(
    "win32 Q", "\u{1B}[16;42;0;1;16;1_\u{1B}[81;16;81;1;16;1_\u{1B}[81;16;81;0;0;1_",
    pressed(.named(.leftShift), .shift),
    pressed(.character("q"), .shift, text: "Q", base: "q"), told(.character("q"), .release, base: "q")),
  Sent("win32 Ctrl+C", "\u{1B}[67;46;3;1;8;1_", pressed(.character("c"), .control, base: "c")),
  Sent("win32 AltGr+Q", "\u{1B}[81;16;64;1;9;1_", pressed(.character("@"), text: "@", base: "q")),
  Sent("win32 Up and Esc", "\u{1B}[38;72;0;1;256;1_\u{1B}[27;1;27;1;0;1_", pressed(.up), pressed(.escape)),
  Sent("win32 with fields left out", "\u{1B}[32;;32;1_", pressed(.character(" "), text: " ")),
]

/// What a terminal sends that is no key.
let reportsSent: [Sent] = [
  Sent("keyboard flags", "\u{1B}[?31u", .keyboardProtocol(flags: 31)),
  Sent("no keyboard flags", "\u{1B}[?0u", .keyboardProtocol(flags: 0)),
  Sent("device attributes", "\u{1B}[?62;4;22c", .deviceAttributes),
  Sent("the mouse wheel", "\u{1B}[<64;1;1M\u{1B}[<69;80;24M", .wheel(-1), .wheel(1)),
  Sent("focus", "\u{1B}[I\u{1B}[O", .focus(true), .focus(false)),
  Sent("a paste", "\u{1B}[200~ q\u{1B}[A é\u{1B}[201~", .paste(" q é")),
  Sent("a paste with half an end mark in it", "\u{1B}[200~a\u{1B}[201b\u{1B}\u{1B}[201~", .paste("a")),
  Sent(
    "a paste of lines with a colour", "\u{1B}[200~two\rlines \u{1B}[31mred\u{1B}[201~",
    .paste("two\nlines red")),
  Sent("an empty paste", "\u{1B}[200~\u{1B}[201~", .paste("")),
  Sent("secondary attributes", "\u{1B}[>41;379;0c"),
  Sent("a cursor report", "\u{1B}[12;40R\u{1B}[1;1R", .cursorColumn(40), .cursorColumn(1)),
  Sent("a mode report", "\u{1B}[?2026;2$y"),
  Sent("a window report", "\u{1B}[8;24;80t"),
  Sent("mouse buttons", "\u{1B}[<0;12;3M\u{1B}[<0;12;3m\u{1B}[<66;1;1M"),
  Sent("mouse in the old form", "\u{1B}[M qq\u{1B}[M !q"),
  Sent("a colour, ended by BEL", "\u{1B}]11;rgb:0000/0000/0000\u{7}"),
  Sent("a colour, ended by ST", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"),
  Sent("a clipboard with UTF-8", "\u{1B}]52;c;\u{9C}✓é\u{1B}\\"),
  Sent("a version", "\u{1B}P>|XTerm(379)\u{1B}\\"),
  Sent("a capability", "\u{1B}P1+r544e=787465726d\u{1B}\\"),
  Sent("graphics", "\u{1B}_Gi=31;OK\u{1B}\\"),
  Sent("a private message", "\u{1B}^ q \u{1B}\\\u{1B}X q \u{1B}\\"),
  Sent("a sequence that only begins as the Linux console's", "\u{1B}[[q\u{1B}[[Z"),
  Sent("an unknown sequence", "\u{1B}[1;2;3x\u{1B}[ q\u{1B}[!p\u{1B}[99~"),
  Sent("a sequence beyond all length", "\u{1B}[" + String(repeating: "1;", count: 500) + "u"),
  Sent("a control sequence with junk in it", bytes: [0x1B, 0x5B, 0x33, 0xFF, 0x03, 0x32, 0x75]),
  Sent("a cancelled sequence", "\u{1B}[12\u{18}\u{1B}]0;q\u{1A}"),
  Sent("broken UTF-8", bytes: [0xC3, 0xE2, 0x82, 0xF5, 0x80, 0xC0, 0xAF, 0xED, 0xA0, 0x80]),
]
