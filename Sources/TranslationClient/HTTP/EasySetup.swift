import CCurl

/// Tells a libcurl handle what a request wants.
enum EasySetup {
  static func apply(_ transfer: Transfer, to easy: UnsafeMutableRawPointer) {
    let request = transfer.request
    ccurl_set_string(easy, CURLOPT_URL, request.url)
    // Signals are the program's; resolving must not use them for its time limit.
    ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(request.limits.connect / .milliseconds(1)))
    ccurl_set_string(easy, CURLOPT_ACCEPT_ENCODING, "")
    // Redirects are followed by the client itself, which knows what may go where.
    ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    ccurl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    if let socket = request.unixSocket {
      ccurl_set_string(easy, CURLOPT_UNIX_SOCKET_PATH, socket)
      ccurl_set_string(easy, CURLOPT_PROXY, "")
    }
    apply(request.connection, to: easy)
    applyBody(request, to: easy)
    var headers = request.headers.map { "\($0.name): \($0.value)" }
    // Neither waits for 100 Continue: it would cost a round trip.
    headers.append("Expect:")
    if case .stream = request.body { headers.append("Transfer-Encoding: chunked") }
    for header in headers { transfer.headerList = curl_slist_append(transfer.headerList, header) }
    ccurl_set_list(easy, CURLOPT_HTTPHEADER, transfer.headerList)

    let context = Unmanaged.passUnretained(transfer).toOpaque()
    ccurl_receive(
      easy,
      { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        Self.transfer(context)?.takeHeader(String(decoding: line, as: UTF8.self))
        return size * count
      },
      { bytes, size, count, context in
        let isTaken = Self.transfer(context)?.takeBody(
          UnsafeRawBufferPointer(start: bytes, count: size * count))
        return isTaken == true ? size * count : 0
      }, context)
    ccurl_send(
      easy,
      { buffer, size, count, context in
        Self.transfer(context)?.giveBody(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
          ?? 0
      }, context)
  }

  private static func apply(_ options: ConnectionOptions, to easy: UnsafeMutableRawPointer) {
    if let file = options.caFile { ccurl_set_string(easy, CURLOPT_CAINFO, file) }
    if let file = options.certificateFile { ccurl_set_string(easy, CURLOPT_SSLCERT, file) }
    if let file = options.certificateKeyFile { ccurl_set_string(easy, CURLOPT_SSLKEY, file) }
    if let proxy = options.proxy { ccurl_set_string(easy, CURLOPT_PROXY, proxy) }
  }

  private static func applyBody(_ request: HTTPRequest, to easy: UnsafeMutableRawPointer) {
    switch request.body {
    case .none: if request.method == "POST" { ccurl_set_long(easy, CURLOPT_POSTFIELDSIZE, 0) }
    case .bytes(var bytes):
      // Copied by libcurl, which can then send them again after a redirect.
      ccurl_set_long(easy, CURLOPT_POSTFIELDSIZE, bytes.count)
      bytes.withUnsafeMutableBytes { _ = ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
    case .stream: ccurl_set_long(easy, CURLOPT_POST, 1)
    }
    if request.method == "HEAD" { ccurl_set_long(easy, CURLOPT_NOBODY, 1) }
    if request.method != "GET" { ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method) }
  }

  private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }
}
