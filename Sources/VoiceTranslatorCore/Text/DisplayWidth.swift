/// How many terminal columns text takes.
///
/// Terminals disagree about emoji sequences, so nothing that joins or modifies is ever drawn: ``cells(of:)``
/// reduces a grapheme cluster to bases with their combining marks, which take the columns that `wcwidth` gives them:
/// ncurses places everything after them by that.
public enum DisplayWidth {
  /// The columns of a drawable grapheme cluster: 1, or 2 for wide ones.
  public static func of(_ cluster: Character) -> Int {
    guard let base = cluster.unicodeScalars.first else { return 0 }
    return isWide(base) ? 2 : 1
  }

  /// The columns of a text, drawn as ``cells(of:)`` would.
  public static func of(_ text: some StringProtocol) -> Int {
    // Most text is plain, and this is asked for every line of every frame.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { sum, cluster in sum + columns(of: cluster) }
  }

  /// The columns of a grapheme cluster, drawn as ``cells(of:)`` would.
  static func columns(of cluster: Character) -> Int {
    isPlain(cluster) ? 1 : cells(of: cluster).reduce(0) { $0 + of($1) }
  }

  /// A printable ASCII character: one cell, drawn as it is.
  private static func isPlain(_ cluster: Character) -> Bool {
    cluster.asciiValue.map { (0x20...0x7E).contains($0) } ?? false
  }

  /// What is drawn of a grapheme cluster: each base with the combining marks that follow it (a conjunct of Indic
  /// letters has several bases, and a spacing vowel sign such as U+0940 takes a column of its own). Of a joined emoji only the first member; joiners, variation selectors, skin tones
  /// and direction controls are left out; a control character or a lone combining mark becomes U+FFFD.
  public static func cells(of cluster: Character) -> [Character] {
    if isPlain(cluster) { return [cluster] }
    var cells: [String.UnicodeScalarView] = []
    var isJoined = false
    for scalar in cluster.unicodeScalars {
      if scalar == "\u{200D}" { isJoined = true }
      if isInvisible(scalar) { continue }
      if isCombining(scalar), !cells.isEmpty {
        cells[cells.count - 1].append(scalar)
      } else if !(isJoined && scalar.properties.isEmoji) {
        var cell = String.UnicodeScalarView()
        cell.append(isControl(scalar) || isCombining(scalar) ? "\u{FFFD}" : regionLetter(scalar) ?? scalar)
        cells.append(cell)
      }
    }
    return cells.map { Character(String($0)) }
  }

  /// A flag is written with its region's letters: terminals disagree about its picture.
  private static func regionLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    (0x1F1E6...0x1F1FF).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41) : nil
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: (0x1160...0x11FF).contains(scalar.value)  // conjoining Hangul vowels and finals
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00AD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF,
      0x1F3FB...0x1F3FF, 0xE0000...0xE0FFF:
      true
    default: scalar.properties.generalCategory == .format
    }
  }

  /// East Asian wide and fullwidth characters and emoji shown as pictures (Unicode Standard Annex #11, ranges of
  /// EastAsianWidth.txt joined where only unassigned points lie between).
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x1100 { return false }
    if scalar.properties.isEmojiPresentation { return true }
    return wide.contains { $0.contains(value) }
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
