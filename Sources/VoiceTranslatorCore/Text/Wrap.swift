/// Breaks text into lines of a width.
public enum Wrap {
  /// The lines of `text`, none wider than `width` columns: broken at spaces, before and after wide (CJK)
  /// characters, and within a word only where the word alone is too wide. Never empty; `width` under 1 counts as 1.
  public static func lines(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      paragraph(String($0), max(1, width))
    }
  }

  private static func paragraph(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for piece in pieces(text) {
      let columns = DisplayWidth.of(piece)
      if used + columns <= width {
        line += piece
        used += columns
        continue
      }
      if piece.allSatisfy(\.isWhitespace) { continue }
      if !line.isEmpty { lines.append(trimmed(line)) }
      (line, used) = ("", 0)
      for cluster in piece {
        let columns = DisplayWidth.columns(of: cluster)
        if used + columns > width && !line.isEmpty {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(cluster)
        used += columns
      }
    }
    lines.append(trimmed(line))
    return lines
  }

  /// Runs of spaces, words, and single wide characters: a line may break between any two.
  private static func pieces(_ text: String) -> [String] {
    var pieces: [String] = []
    var last = Kind.none
    for cluster in text {
      let kind: Kind = cluster.isWhitespace ? .space : DisplayWidth.of(cluster) == 2 ? .wide : .word
      if kind == last && kind != .wide {
        pieces[pieces.count - 1].append(cluster)
      } else if kind == .word && last == .wide && cluster.isClosing {
        pieces[pieces.count - 1].append(cluster)
      } else {
        pieces.append(String(cluster))
      }
      last = kind
    }
    return pieces
  }

  private enum Kind { case none, space, word, wide }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last?.isWhitespace == true { line.removeLast() }
    return line
  }
}

extension Character {
  fileprivate var isClosing: Bool { ",.;:!?)]}".contains(self) }
}
