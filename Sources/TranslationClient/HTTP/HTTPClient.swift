import CCurl
import Glibc
import Synchronization

/// HTTP over libcurl: one thread drives every transfer, connections are kept for the next request.
///
/// Requests may be sent from any task; nothing here blocks the Swift pool. Proxy variables and the system's
/// certificates are honoured; cancelling the task that waits cancels the transfer at the server too.
public final class HTTPClient: Sendable {
  private enum Job: Sendable {
    case start(Transfer)
    case resume(Transfer)
    case cancel(Transfer)
  }
  private struct State {
    var jobs: [Job] = []
    var isStopped = false
  }
  private let state = Mutex(State())
  private let multi: MultiHandle

  /// A client with its thread. `onThreadStart` is called first on it.
  public init(onThreadStart: @escaping @Sendable () -> Void = {}) {
    multi = MultiHandle()
    let thread = NetworkThread(client: self, onStart: onThreadStart)
    thread.start()
  }

  deinit {
    state.withLock { $0.isStopped = true }
    multi.wake()
  }

  /// Sends a request and waits for the head of the answer.
  ///
  /// A redirect within the same origin is followed, five times at most; one to another origin is an error: nothing
  /// of the request goes to a server that was not chosen.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    var request = request
    for _ in 0...5 {
      let response = try await sendOnce(request)
      let redirect = Redirect(status: response.status, headers: response.headers, requestURL: request.url)
      switch redirect {
      case nil: return response
      case .elsewhere(let host): throw HTTPError(.redirected, detail: "it sends the caller to \(host)")
      case .within(let url):
        if case .stream = request.body {
          throw HTTPError(.redirected, detail: "it sends the caller elsewhere while the upload goes on")
        }
        request.url = url
      }
    }
    throw HTTPError(.redirected, detail: "it sends the caller in circles")
  }

  private func sendOnce(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let transfer = Transfer(request) { [weak self] transfer in self?.post(.cancel(transfer)) }
    if case .stream(let stream) = request.body {
      stream.onMore { [weak self, weak transfer] in transfer.map { self?.post(.resume($0)) } }
    }
    let result = await withTaskCancellationHandler {
      post(.start(transfer))
      return await transfer.head()
    } onCancel: {
      post(.cancel(transfer))
    }
    return try result.get()
  }

  private func post(_ job: Job) {
    state.withLock { $0.jobs.append(job) }
    multi.wake()
  }

  /// The network thread: owns all transfers; keeps only what outlives the client.
  private struct NetworkThread: Sendable {
    let multi: MultiHandle
    let takeJobs: @Sendable () -> [Job]?
    let onStart: @Sendable () -> Void

    init(client: HTTPClient, onStart: @escaping @Sendable () -> Void) {
      multi = client.multi
      self.onStart = onStart
      takeJobs = { [weak client] in
        client?.state.withLock { state in
          defer { state.jobs = [] }
          return state.isStopped ? nil : state.jobs
        }
      }
    }

    func start() {
      let body = Unmanaged.passRetained(Box(self))
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { context in
          context.map { Unmanaged<Box>.fromOpaque($0).takeRetainedValue().thread.run() }
          return nil
        }, body.toOpaque())
      if status == 0 { pthread_detach(thread) } else { body.release() }
    }

    private final class Box: Sendable {
      let thread: NetworkThread
      init(_ thread: NetworkThread) { self.thread = thread }
    }

    private func run() {
      onStart()
      while let jobs = takeJobs() {
        for job in jobs {
          switch job {
          case .start(let transfer): multi.start(transfer)
          case .resume(let transfer): multi.resume(transfer)
          case .cancel(let transfer): multi.end(transfer, HTTPError(.cancelled))
          }
        }
        multi.work()
      }
      multi.close()
    }
  }
}
