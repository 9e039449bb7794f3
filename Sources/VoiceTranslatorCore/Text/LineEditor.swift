/// A line of text with a cursor, edited as Emacs and the arrow keys do.
public struct LineEditor: Sendable, Equatable {
  /// What is before the cursor.
  public private(set) var before: [Character]
  /// What is at and after the cursor.
  public private(set) var after: [Character] = []
  /// Lines entered before, oldest first.
  private var history: [String]
  /// Where in the history the shown line stands; `history.count` is the line being written.
  private var place: Int
  private var written = ""
  private var killed: [Character] = []

  /// The longest line; what is typed or pasted beyond it is dropped.
  public static let longest = 4_000

  /// A line with the cursor at its end. `history`: lines entered before, oldest first.
  public init(_ text: String = "", history: [String] = []) {
    before = Array(Self.clean(text).prefix(Self.longest))
    self.history = history
    place = history.count
  }

  /// The whole line.
  public var text: String { String(before + after) }

  /// Nothing is written.
  public var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Writes text at the cursor; line breaks become spaces, what can't be shown is left out.
  public mutating func insert(_ text: String) {
    // A combining mark joins the character before it.
    let room = Self.longest - before.count - after.count
    let joined = Array(String(before.suffix(1)) + String(Self.clean(text).prefix(max(0, room))))
    before.removeLast(min(1, before.count))
    before += joined
  }

  /// Does what a key means in a text field. False when it means nothing here.
  public mutating func take(_ key: Key) -> Bool {
    let isControl = key.modifiers.contains(.control)
    let isAlt = key.modifiers.contains(.alt)
    switch key.code {
    case .left: move(by: isControl || isAlt ? -wordBefore : -1)
    case .right: move(by: isControl || isAlt ? wordAfter : 1)
    case .home: move(by: -before.count)
    case .end: move(by: after.count)
    case .backspace: erase(isControl || isAlt ? wordBefore : 1, keeping: isControl || isAlt)
    case .delete: after.removeFirst(min(isControl ? wordAfter : 1, after.count))
    case .up: recall(-1)
    case .down: recall(1)
    case .character(let character):
      if isControl { return control(key.base ?? character) }
      if isAlt { return alt(key.base ?? character) }
      guard !key.text.isEmpty else { return false }
      insert(key.text)
    case .enter, .tab, .escape, .pageUp, .pageDown, .insert, .function, .named, .other: return false
    }
    return true
  }

  private mutating func control(_ letter: Character) -> Bool {
    switch letter {
    case "a": move(by: -before.count)
    case "e": move(by: after.count)
    case "b": move(by: -1)
    case "f": move(by: 1)
    case "d": after.removeFirst(min(1, after.count))
    case "h": erase(1, keeping: false)
    case "w": erase(wordBefore, keeping: true)
    case "u": erase(before.count, keeping: true)
    case "k": (killed, after) = (after, [])
    case "y": before += killed
    case "t": transpose()
    case "p": recall(-1)
    case "n": recall(1)
    default: return false
    }
    return true
  }

  private mutating func alt(_ letter: Character) -> Bool {
    switch letter {
    case "b": move(by: -wordBefore)
    case "f": move(by: wordAfter)
    case "d":
      killed = Array(after.prefix(wordAfter))
      after.removeFirst(killed.count)
    default: return false
    }
    return true
  }

  private mutating func move(by steps: Int) {
    if steps < 0 {
      let moved = before.suffix(-steps)
      after = moved + after
      before.removeLast(moved.count)
    } else {
      let moved = after.prefix(steps)
      before += moved
      after.removeFirst(moved.count)
    }
  }

  private mutating func erase(_ count: Int, keeping: Bool) {
    let erased = before.suffix(count)
    if keeping { killed = Array(erased) }
    before.removeLast(erased.count)
  }

  /// The two characters around the cursor change places; at the end, the last two.
  private mutating func transpose() {
    if after.isEmpty { move(by: -1) }
    guard let left = before.last, let right = after.first else { return move(by: after.count) }
    before.removeLast()
    after.removeFirst()
    before += [right, left]
  }

  private mutating func recall(_ step: Int) {
    let next = place + step
    guard (0...history.count).contains(next) else { return }
    if place == history.count { written = text }
    place = next
    before = Array(next == history.count ? written : history[next])
    after = []
  }

  private var wordBefore: Int {
    let spaces = before.reversed().prefix { !$0.isPartOfWord }.count
    return spaces + before.dropLast(spaces).reversed().prefix(while: \.isPartOfWord).count
  }

  private var wordAfter: Int {
    let spaces = after.prefix { !$0.isPartOfWord }.count
    return spaces + after.dropFirst(spaces).prefix(while: \.isPartOfWord).count
  }

  private static func clean(_ text: String) -> String { Sanitizer.line(text) }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "'" || self == "’" }
}

extension LineEditor {
  /// The part of the line that a field of `width` columns shows, and the cursor's column in it: the cursor is always
  /// inside, and wide characters are never halved.
  func view(width: Int) -> (text: String, cursor: Int) {
    guard width > 0 else { return ("", 0) }
    // The cursor needs a column of its own behind the last character.
    let left = before.reversed().fitting(width - 1)
    let shown = String(before.suffix(left.count))
    let right = after.fitting(width - left.columns)
    return (shown + String(after.prefix(right.count)), left.columns)
  }
}

extension Sequence where Element == Character {
  /// How many of the first characters fit into `width` columns, and the columns they take.
  fileprivate func fitting(_ width: Int) -> (count: Int, columns: Int) {
    var result = (count: 0, columns: 0)
    for character in self {
      let columns = DisplayWidth.of(String(character))
      guard result.columns + columns <= width else { break }
      result = (result.count + 1, result.columns + columns)
    }
    return result
  }
}
