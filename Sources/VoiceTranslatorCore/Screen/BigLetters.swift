/// Text in letters of several rows, drawn with half blocks.
///
/// A letter is five pixels wide and ten high: two rows for accents, seven for capitals, one for descenders. A pixel is
/// one column wide and half a row high at scale 1.
enum BigLetters {
  /// Columns of a letter with the gap behind it, at scale 1.
  private static let advance = 6
  /// Rows of the terminal that a line takes at scale 1.
  private static let lineHeight = 5
  private static let pixelRows = 10

  /// The lines of the largest scale at which the whole text fits; plain lines where none does, or where a letter has no
  /// large form.
  static func lines(_ text: String, width: Int, height: Int, _ theme: Theme) -> [String] {
    for scale in (1...4).reversed() {
      guard let lines = lines(text, scale: scale, width: width, theme), lines.count <= height else {
        continue
      }
      return lines
    }
    return Wrap.lines(text, width: width)
  }

  private static func lines(_ text: String, scale: Int, width: Int, _ theme: Theme) -> [String]? {
    let perLine = (width + scale) / (advance * scale)
    guard perLine >= 4, text.allSatisfy({ $0.isWhitespace || pixels(of: $0) != nil }),
      // Words are not cut: then the text is easier to read in small letters.
      text.split(whereSeparator: \.isWhitespace).allSatisfy({ $0.count <= perLine })
    else { return nil }
    return Wrap.lines(text, width: perLine).flatMap { line in
      let rows = rows(of: line)
      return (0..<lineHeight * scale).map { y in
        drawn(rows[2 * y / scale], rows[(2 * y + 1) / scale], scale, theme)
      }
    }
  }

  /// Rows of pixels of a line of text.
  private static func rows(of line: String) -> [[Bool]] {
    let letters = line.map { pixels(of: $0) ?? Array(repeating: 0, count: pixelRows) }
    return (0..<pixelRows).map { row in
      letters.flatMap { letter in
        (0..<advance).map { column in letter[row] >> (4 - column) & 1 == 1 && column < 5 }
      }
    }
  }

  private static func drawn(_ upper: [Bool], _ lower: [Bool], _ scale: Int, _ theme: Theme) -> String {
    zip(upper, lower).reduce(into: "") { text, pixels in
      let block =
        switch pixels {
        case (true, true): theme.blocks[0]
        case (true, false): theme.blocks[1]
        case (false, true): theme.blocks[2]
        case (false, false): Character(" ")
        }
      text += String(repeating: block, count: scale)
    }
  }

  /// Ten rows of five bits; nil for a character without a large form.
  private static func pixels(of character: Character) -> [Int]? {
    guard let (base, accent) = accents[character] ?? (letters[character] != nil ? (character, "") : nil),
      let shape = letters[base]
    else { return nil }
    var rows = [0, 0] + shape.compactMap { $0.wholeNumberValueBase32 }
    rows += Array(repeating: 0, count: pixelRows - rows.count)
    // Below a letter without ascender there is room for the accent; above a capital there are two rows.
    let top = rows[2] == 0 && rows[3] == 0 ? 2 : 0
    for (offset, row) in accent.compactMap(\.wholeNumberValueBase32).enumerated() {
      rows[accent.count == 1 ? pixelRows - 1 : top + offset] |= row
    }
    return rows
  }
}

extension Character {
  /// The value of a digit of base 32: 0…9, a…v.
  fileprivate var wholeNumberValueBase32: Int? { Int(String(self), radix: 32) }
}
