import FoundationEssentials
import VoiceTranslatorCore

extension Service {
  /// Reads a `text/event-stream` answer to its end, giving the data of each event.
  func readEvents(
    _ response: HTTPResponse, _ stage: Stage, _ take: ([UInt8]) async throws -> Void
  ) async throws(BackendError) {
    var reader = ServerSentEvents()
    do {
      for try await bytes in response.body {
        for data in try reader.events(bytes) { try await take(data) }
      }
    } catch let error as BackendError {
      throw error
    } catch let error as HTTPError {
      throw BackendError(error, context(stage))
    } catch {
      throw BackendError(violation: "an event of the answer can't be read", context(stage))
    }
    if Task.isCancelled { throw BackendError(.cancelled, backend: backend, host: host, stage: stage) }
  }
}

extension Service {
  /// Posts a value as JSON, again if need be.
  func sendJSON(_ path: String, _ body: some Encodable, _ stage: Stage) async throws(BackendError)
    -> HTTPResponse
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    guard let data = try? encoder.encode(body) else {
      throw BackendError(violation: "the request can't be encoded", context(stage))
    }
    return try await sendRepeatedly(
      request("POST", path, type: "application/json", body: .bytes(Array(data))), stage)
  }
}

extension Service {
  /// A language model's translation; an empty one is no answer.
  func nonEmpty(_ translation: String) throws(BackendError) -> String {
    guard !translation.isEmpty else {
      throw BackendError(violation: "the answer holds no translation", context(.translate))
    }
    return translation
  }
}
