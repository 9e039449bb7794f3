/// Cuts a stream of bytes into lines, at any split; CR LF and LF end a line.
public struct LineSplitter: Sendable {
  private var rest: [UInt8] = []
  private let limit: Int

  /// A line longer than `limit` bytes is an error.
  public init(limit: Int = 16 << 20) { self.limit = limit }

  /// A line was longer than the limit.
  public struct TooLong: Error, Equatable, Sendable {}

  /// The lines that these bytes complete, without their ends.
  public mutating func lines(_ bytes: some Collection<UInt8>) throws(TooLong) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !lines.isEmpty || isEnded { rest = [] }
      rest += part
      guard rest.count <= limit else { throw TooLong() }
      lines.append(rest)
      isEnded = true
    }
    // The last part has no end yet.
    rest = lines.removeLast()
    isEnded = false
    return lines.map { $0.last == 0x0D ? Array($0.dropLast()) : $0 }
  }

  private var isEnded = false
}
