/// The order in which a line's characters stand on a screen that doesn't reorder them itself.
///
/// Unicode Standard Annex #9 without explicit embeddings, which never get this far: the line's direction is that of its
/// first strong character (P2), numbers keep theirs (N0 is left out, brackets are neutral), neutrals follow what is
/// around them (N1, N2), runs are reversed from the highest level down (L2), and mirrored characters at odd levels are
/// exchanged (L4).
enum Bidirectional {
  private enum Kind { case left, right, number, neutral }

  /// A line in visual order; a line without characters from right to left as it is.
  static func visual(_ line: String) -> String {
    let characters = Array(line)
    var kinds = characters.map(kind)
    guard kinds.contains(.right) else { return line }
    let base = kinds.first { $0 == .left || $0 == .right } == .right ? 1 : 0
    resolveNeutrals(&kinds, base: base)
    let levels = kinds.map { kind in
      switch kind {
      case .left: base == 1 ? 2 : 0
      case .number: 2
      case .right, .neutral: 1
      }
    }
    return reordered(characters, levels)
  }

  /// A run of neutrals takes the direction of what is on both sides, else the line's. Numbers count as right to left
  /// there when they stand beside such text.
  private static func resolveNeutrals(_ kinds: inout [Kind], base: Int) {
    let outer: Kind = base == 1 ? .right : .left
    var last = outer
    var index = 0
    while index < kinds.count {
      switch kinds[index] {
      case .left, .right: last = kinds[index]
      // After text from left to right, a number is part of it.
      case .number: if last == .left { kinds[index] = .left }
      case .neutral:
        let end = kinds[index...].firstIndex { $0 != .neutral } ?? kinds.count
        let next: Kind =
          end == kinds.count ? outer : kinds[end] == .left ? .left : kinds[end] == .number ? last : .right
        let direction = last == next ? last : outer
        for place in index..<end { kinds[place] = direction }
        index = end - 1
      }
      index += 1
    }
  }

  private static func reordered(_ characters: [Character], _ levels: [Int]) -> String {
    var order = Array(characters.indices)
    for level in stride(from: levels.max() ?? 0, to: 0, by: -1) {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        let end = order[start...].firstIndex { levels[$0] < level } ?? order.count
        order[start..<end].reverse()
        start = end
      }
    }
    return String(
      order.map { levels[$0] % 2 == 1 ? mirrored[characters[$0]] ?? characters[$0] : characters[$0] })
  }

  private static func kind(_ character: Character) -> Kind {
    guard let scalar = character.unicodeScalars.first else { return .neutral }
    switch scalar.value {
    case 0x30...0x39, 0x0660...0x0669, 0x06F0...0x06F9: return .number
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      return .right
    default: return character.isLetter ? .left : .neutral
    }
  }

  private static let mirrored: [Character: Character] = [
    "(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{", "<": ">", ">": "<", "«": "»", "»": "«",
  ]
}
