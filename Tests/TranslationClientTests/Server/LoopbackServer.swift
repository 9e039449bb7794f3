import Foundation
import Glibc
import Synchronization

/// A real HTTP/1.1 server on loopback or a Unix socket that does with each request what the test says, faults
/// included, and remembers the requests. Its blocking reads are on threads of its own, never on the Swift pool.
final class LoopbackServer: Sendable {
  /// `http://127.0.0.1:PORT`; with a Unix socket only a name for the `Host` field.
  let url: String
  private let listener: Int32
  private let received = Mutex<[Received]>([])
  private let accepted = Mutex(0)

  /// The requests whose bodies were read whole, in order.
  var requests: [Received] { received.withLock { $0 } }

  /// How many connections there have been.
  var connections: Int { accepted.withLock { $0 } }

  /// A server whose answers depend on the request only.
  convenience init(unixSocket: String? = nil, _ answer: @escaping @Sendable (Received) -> Reply) throws {
    try self.init(unixSocket: unixSocket, exchanging: { $0.play(answer($0.readRequest())) })
  }

  /// A server that reads and writes as the test wants; `exchange` is called for each request.
  init(unixSocket: String? = nil, exchanging exchange: @escaping @Sendable (Exchange) -> Void) throws {
    let (listener, port) = try unixSocket.map { (try Self.listen(path: $0), 0) } ?? Self.listenOnLoopback()
    self.listener = listener
    url = port == 0 ? "http://localhost" : "http://127.0.0.1:\(port)"
    let keep: @Sendable (Received) -> Void = { request in self.received.withLock { $0.append(request) } }
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          close(listener)
          return
        }
        self.accepted.withLock { $0 += 1 }
        Thread.detachNewThread { Self.serve(connection, keep, exchange) }
      }
    }
  }

  /// Takes no more connections. Without it the server runs until the tests end.
  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func serve(
    _ connection: Int32, _ keep: @escaping (Received) -> Void, _ exchange: (Exchange) -> Void
  ) {
    // Nothing waits for ever: a test that is wrong fails.
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let wire = WireReader(descriptor: connection)
    while let current = Exchange(wire, keep) {
      exchange(current)
      if current.isOver { return }
    }
    close(connection)
  }

  private static func listenOnLoopback() throws -> (Int32, Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { address in
      try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(listener, address, size) == 0, Glibc.listen(listener, 16) == 0,
          getsockname(listener, address, &size) == 0
        else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      }
    }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func listen(path: String) throws -> Int32 {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    try withUnsafePointer(to: &address) { address in
      try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(listener, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0,
          Glibc.listen(listener, 16) == 0
        else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      }
    }
    return listener
  }
}
