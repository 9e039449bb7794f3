/// Makes text from outside safe to show: no control character, escape sequence or direction override gets through.
public enum Sanitizer {
  /// One line: line breaks and tabs become spaces, C0 and C1 controls, escapes and direction controls are dropped.
  public static func line(_ text: String) -> String {
    clean(text) { $0 == "\n" || $0 == "\r" || $0 == "\t" || $0 == "\u{2028}" || $0 == "\u{2029}" ? " " : nil }
  }

  /// Like ``line(_:)``, at most `limit` characters; what was cut is shown by an ellipsis.
  public static func line(_ text: String, limit: Int) -> String {
    let line = line(text)
    return line.count <= limit ? line : line.prefix(max(0, limit - 1)) + "…"
  }

  /// Several lines: as ``line(_:)``, but line breaks stay.
  public static func lines(_ text: String) -> String {
    clean(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")) {
      $0 == "\n" ? "\n" : $0 == "\t" ? " " : nil
    }
  }

  /// A whole escape sequence goes, not only its first byte: what follows would be shown as junk.
  private static func clean(_ text: String, _ keep: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if let kept = keep(scalar) {
        result.append(kept)
      } else if scalar == "\u{1B}" {
        skipSequence(&rest)
      } else if scalar == "\u{9B}" {
        skipControlSequence(&rest)
      } else if !isDangerous(scalar) {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// ECMA-48 §5.4 and §5.6: CSI to its final byte; OSC, DCS, SOS, PM and APC to their terminator, or, because an
  /// unterminated one must not swallow the text, not at all.
  private static func skipSequence(_ rest: inout String.UnicodeScalarView.SubSequence) {
    guard let kind = rest.first else { return }
    switch kind {
    case "[":
      rest.removeFirst()
      skipControlSequence(&rest)
    case "]", "P", "X", "^", "_":
      let end = rest.firstIndex { $0 == "\u{07}" || $0 == "\u{1B}" || $0 == "\u{9C}" }
      guard let end else {
        rest.removeFirst()
        return
      }
      let isEscape = rest[end] == "\u{1B}"
      rest = rest[rest.index(after: end)...]
      if isEscape, rest.first == "\\" { rest.removeFirst() }
    default:
      if (0x20...0x7E).contains(kind.value) { rest.removeFirst() }
    }
  }

  private static func skipControlSequence(_ rest: inout String.UnicodeScalarView.SubSequence) {
    while let next = rest.first, (0x20...0x3F).contains(next.value) { rest.removeFirst() }
    if let final = rest.first, (0x40...0x7E).contains(final.value) { rest.removeFirst() }
  }

  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB, 0xFEFF:
      true
    default: false
    }
  }
}
