import Foundation
import Glibc

/// A request as the server saw it, its body whole.
struct Received: Sendable {
  var method: String
  var path: String
  /// Decoded, in the order they came.
  var query: [String]
  var headers: [String: String]
  var body: [UInt8]
  /// The body came in chunks of unknown number.
  var isChunked: Bool

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as a JSON object.
  var json: [String: any Sendable] {
    (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: any Sendable]) ?? [:]
  }
}

/// What the server answers, and how it ends.
struct Reply: Sendable {
  enum Ending { case complete, cut, reset, stall }
  var status = 200
  var type = "application/json"
  var headers: [String: String] = [:]
  /// More than one: chunked, with a pause in between, so that the client sees them one by one.
  var pieces: [String]
  var ending = Ending.complete

  init(
    _ pieces: String..., status: Int = 200, type: String = "application/json",
    headers: [String: String] = [:],
    ending: Ending = .complete
  ) {
    (self.pieces, self.status, self.type, self.headers, self.ending) = (pieces, status, type, headers, ending)
  }

  /// Server-sent events.
  static func events(_ data: String..., ending: Ending = .complete) -> Reply {
    var reply = Reply(type: "text/event-stream; charset=utf-8", ending: ending)
    reply.pieces = data.map { "data: \($0)\n\n" }
    return reply
  }
}

/// One request and its answer, on a thread of the server.
final class Exchange {
  private let wire: WireReader
  private let keep: (Received) -> Void
  private var request: Received
  /// The connection is closed or broken; nothing more is read from it.
  private(set) var isOver = false

  /// Reads a request's head; nil when there is none.
  init?(_ wire: WireReader, _ keep: @escaping (Received) -> Void) {
    guard let start = wire.line()?.split(separator: " "), start.count == 3 else { return nil }
    (self.wire, self.keep) = (wire, keep)
    var headers: [String: String] = [:]
    while let line = wire.line(), !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    }
    let target = start[1].split(separator: "?", maxSplits: 1)
    let query = target.dropFirst().first?.split(separator: "&") ?? []
    request = Received(
      method: String(start[0]), path: String(target[0]),
      query: query.map { $0.removingPercentEncoding ?? "" }, headers: headers, body: [],
      isChunked: headers["transfer-encoding"] == "chunked")
  }

  /// So many bytes of a body of known length.
  func readBytes(_ count: Int) -> [UInt8]? { wire.bytes(count) }

  /// The request without its body.
  var head: Received { request }

  /// The next chunk of a chunked body; nil at its end or when the client has gone.
  func readChunk() -> [UInt8]? {
    guard let size = wire.line().flatMap({ Int($0, radix: 16) }), let bytes = wire.bytes(size) else {
      return nil
    }
    _ = wire.line()
    if size > 0 { return bytes }
    keep(request)
    return nil
  }

  /// Reads the body to its end.
  func readRequest() -> Received {
    if request.isChunked {
      while let chunk = readChunk() { request.body += chunk }
    } else {
      request.body = wire.bytes(request.headers["content-length"].flatMap { Int($0) } ?? 0) ?? []
      keep(request)
    }
    return request
  }

  func begin(_ status: Int = 200, type: String, headers: [String: String] = [:]) {
    let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    write("HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\(fields)\r\n")
  }

  func send(_ piece: String) { write("\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n") }

  func sendBytes(_ piece: [UInt8]) {
    write("\(String(piece.count, radix: 16))\r\n")
    write(piece)
    write("\r\n")
  }

  func end() { write("0\r\n\r\n") }

  /// Answers and ends as the reply says.
  func play(_ reply: Reply) {
    begin(reply.status, type: reply.type, headers: reply.headers)
    for piece in reply.pieces where !piece.isEmpty {
      send(piece)
      if reply.pieces.count > 1 { usleep(2_000) }
    }
    switch reply.ending {
    case .complete: end()
    case .cut: hangUp()
    case .reset:
      // A pause, so that what was sent is read before the reset overtakes it.
      usleep(50_000)
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(wire.descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
      hangUp()
    case .stall: waitUntilClientIsGone()
    }
  }

  /// Answers with bytes that are no text.
  func playBytes(_ bytes: [UInt8], headers: [String: String] = [:]) {
    let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    write(
      "HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: \(bytes.count)\r\n\(fields)\r\n")
    write(bytes)
  }

  /// Answers without end, or up to a limit if the client goes on listening.
  func playEndlessly(limit: Int) {
    write("HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n")
    let piece = [UInt8](repeating: 0x20, count: 1 << 20)
    for _ in 0..<(limit >> 20) where !isOver { write(piece) }
    hangUp()
  }

  /// Returns when the client closes its connection; false when it doesn't.
  @discardableResult func waitUntilClientIsGone() -> Bool {
    _ = wire.bytes(.max)
    hangUp()
    return wire.isClosed
  }

  private func hangUpOnce() { if !isOver { hangUp() } }

  /// Closes the connection without another word.
  func hangUp() {
    isOver = true
    close(wire.descriptor)
  }

  private func write(_ text: String) { write(Array(text.utf8)) }

  private func write(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(
          wire.descriptor, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return hangUpOnce() }
      sent += count
    }
  }
}
