import Synchronization
import TranslationClient
import VoiceTranslatorCore

/// Asks the backend how it is until it is ready, learns what it can do, and tells the loop.
///
/// While all is well nothing is asked: a turn that fails, or the engine's end, starts the asking again.
final class BackendWatch: Sendable {
  private let backend: Mutex<any TranslationBackend>
  private let mailbox: Mailbox
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(backend: any TranslationBackend, mailbox: Mailbox) {
    self.backend = Mutex(backend)
    self.mailbox = mailbox
  }

  /// Another backend is asked from now on.
  func use(_ new: any TranslationBackend) {
    backend.withLock { $0 = new }
    mailbox.post(.backend(.loading(progress: nil)))
    ask()
  }

  /// Asks from now on, more and more rarely (every 0.1 s to 5 s), until the backend is ready.
  func ask() {
    let backend = backend.withLock { $0 }
    let new = Task { [mailbox] in
      var pause = Duration.milliseconds(100)
      while !Task.isCancelled {
        let health = await backend.health()
        guard !Task.isCancelled else { return }
        mailbox.post(.backend(BackendState(health)))
        if health == .ready { break }
        if case .failing = health { pause = min(pause * 2, .seconds(5)) }
        do { try await Task.sleep(for: pause) } catch { return }
      }
      do throws(BackendError) {
        let capabilities = try await backend.capabilities()
        mailbox.post(.capabilities(capabilities))
      } catch {
        // Unknown capabilities only mean that an unsupported language is found out later, by the turn itself.
      }
      await backend.warmUp()
    }
    task.withLock { task in
      task?.cancel()
      task = new
    }
  }

  func stop() { task.withLock { $0?.cancel() } }
}

extension BackendState {
  init(_ health: BackendHealth) {
    switch health {
    case .loading(let progress): self = .loading(progress: progress)
    case .ready: self = .ready
    case .failing(let error): self = .failing(error.shortWord)
    }
  }
}

extension BackendError {
  /// A word or two for the header.
  var shortWord: String {
    switch kind {
    case .unreachable: "unreachable"
    case .unauthorized: "unauthorised"
    case .rateLimited: "rate limited"
    case .quotaExceeded: "used up"
    case .timedOut: "no answer"
    case .untrusted: "untrusted"
    case .unsupportedLanguages, .tooLarge, .rejected, .redirected, .protocolViolation, .failed, .cancelled:
      "failing"
    }
  }
}
