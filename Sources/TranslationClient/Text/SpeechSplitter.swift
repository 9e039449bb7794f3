import VoiceTranslatorCore

/// Cuts a recording that is too long for one request.
enum SpeechSplitter {
  /// Ranges of samples of at most `limit`, in order and without gaps, each cut at the quietest tenth of a second in
  /// its last quarter, so that no word is cut if the speaker paused at all.
  static func ranges(_ samples: [Int16], limit: Int) -> [Range<Int>] {
    let window = SpeechFormat.samples(in: .milliseconds(100))
    var ranges: [Range<Int>] = []
    var start = 0
    while samples.count - start > limit {
      let from = start + limit * 3 / 4
      let cut =
        stride(from: from, to: start + limit - window, by: max(1, window / 2))
        .min { energy(samples, $0, window) < energy(samples, $1, window) }
        .map { $0 + window / 2 } ?? start + limit
      ranges.append(start..<cut)
      start = cut
    }
    ranges.append(start..<samples.count)
    return ranges
  }

  private static func energy(_ samples: [Int16], _ start: Int, _ count: Int) -> Int {
    samples[start..<min(samples.count, start + count)].reduce(0) { $0 + Int($1) * Int($1) }
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
