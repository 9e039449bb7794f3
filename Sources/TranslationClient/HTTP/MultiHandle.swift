import CCurl
import Glibc

/// libcurl's multi handle and the transfers in it. All but ``wake()`` is the network thread's.
final class MultiHandle: @unchecked Sendable {
  private let raw: UnsafeMutableRawPointer?
  private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
  private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  init() {
    raw = Self.isInitialized ? curl_multi_init() : nil
  }

  /// Makes the thread look for jobs. From any thread.
  func wake() { if let raw { curl_multi_wakeup(raw) } }

  func start(_ transfer: Transfer) {
    // Cancelled before it began: nothing of it may reach the server.
    guard !transfer.isOver else { return }
    guard let raw, let easy = curl_easy_init() else {
      transfer.finish(HTTPError(.failed, detail: "libcurl can't be used"))
      return
    }
    transfer.easy = easy
    EasySetup.apply(transfer, to: easy)
    transfers[easy] = transfer
    curl_multi_add_handle(raw, easy)
  }

  func resume(_ transfer: Transfer) {
    guard let easy = transfer.easy else { return }
    curl_easy_pause(easy, CURLPAUSE_CONT)
  }

  /// Takes a transfer out; the caller gets the error, or nil for success.
  func end(_ transfer: Transfer, _ error: HTTPError?) {
    transfer.finish(error)
    guard let raw, let easy = transfer.easy else { return }
    transfer.easy = nil
    transfers[easy] = nil
    curl_multi_remove_handle(raw, easy)
    curl_easy_cleanup(easy)
    curl_slist_free_all(transfer.headerList)
  }

  /// Moves data, tells who is done, and waits until there is more to do.
  func work() {
    guard let raw else {
      usleep(100_000)
      return
    }
    var running: Int32 = 0
    curl_multi_perform(raw, &running)
    takeMessages(raw)
    endOverdue()
    // Without transfers only a wake-up ends the wait.
    let limit: Int32 = transfers.isEmpty ? .max : 500
    curl_multi_poll(raw, nil, 0, limit, nil)
  }

  func close() {
    for transfer in transfers.values { end(transfer, HTTPError(.cancelled)) }
    if let raw { curl_multi_cleanup(raw) }
  }

  private func takeMessages(_ raw: UnsafeMutableRawPointer) {
    var left: Int32 = 0
    while let message = curl_multi_info_read(raw, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let transfer = transfers[easy]
      else { continue }
      let code = message.pointee.data.result
      end(transfer, code == CURLE_OK ? nil : transfer.ownError ?? HTTPError(code))
    }
  }

  private func endOverdue() {
    let now = ContinuousClock.now
    for (easy, transfer) in transfers {
      if let error = transfer.overdue(sent: ccurl_sent(easy), at: now) { end(transfer, error) }
    }
  }
}

extension HTTPError {
  fileprivate init(_ code: CURLcode) {
    let detail = String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_OPERATION_TIMEDOUT: self.init(.timedOut, detail: detail)
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      self.init(.brokenOff, detail: detail)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_GOT_NOTHING,
      CURLE_SEND_ERROR, CURLE_SSL_CONNECT_ERROR:
      self.init(.unreachable, detail: detail)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE:
      self.init(.untrusted, detail: detail)
    default: self.init(.failed, detail: detail)
    }
  }
}
