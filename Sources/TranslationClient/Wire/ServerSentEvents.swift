/// Reads `text/event-stream` (WHATWG HTML, §9.2): gives the data of each event; comments, names and ids are skipped.
public struct ServerSentEvents: Sendable {
  private var lines = LineSplitter()
  private var data: [UInt8]?

  /// A reader at the start of a stream.
  public init() {}

  /// The data of the events that these bytes complete.
  public mutating func events(_ bytes: some Collection<UInt8>) throws(LineSplitter.TooLong) -> [[UInt8]] {
    var events: [[UInt8]] = []
    for line in try lines.lines(bytes) {
      if line.isEmpty {
        if let data { events.append(data) }
        data = nil
      } else if line.starts(with: Array("data:".utf8)) {
        var value = line.dropFirst("data:".utf8.count)
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        data = data.map { $0 + [0x0A] + value } ?? Array(value)
      }
    }
    return events
  }
}
