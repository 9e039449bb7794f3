import Synchronization
import Testing
import VoiceTranslatorCore

@testable import TranslationClient

@Suite struct SegmentedBackendTests {
  private let request = TurnRequest(source: .tag(.english), targets: [.spanish])
  private let speech = silence(0.3) + voice(4) + silence(1) + voice(3) + silence(1) + voice(1)

  @Test func `no sample of ten minutes is lost or doubled at a seam, and no piece is too long`() async throws
  {
    var samples: [Int16] = []
    for index in 0..<90 { samples += voice(5 + Double(index % 4)) + silence(index % 3 == 0 ? 0.15 : 0.7) }
    #expect(samples.count > 600 * 16_000)
    let base = FakeBackend()
    let outputs = Outputs()
    try await SegmentedBackend(base).run(.speech(Utterance(turn: Turn.ID(1), samples: samples)), request) {
      outputs.take($0)
    }
    let pieces = base.heard
    #expect(pieces.count > 50)
    #expect(pieces.allSatisfy { $0.count <= 28 * 16_000 })
    // Only silence after the last word may be left out.
    #expect(pieces.flatMap { $0 } == Array(samples.prefix(pieces.reduce(0) { $0 + $1.count })))
    #expect(samples.dropFirst(pieces.reduce(0) { $0 + $1.count }).allSatisfy { abs($0) <= 20 })
    // One text, one speech, in order and each once.
    #expect(outputs.finals == pieces.indices.map { $0 == 0 ? "w0" : " w\($0)" })
    #expect(outputs.speech.map(\.bytes) == pieces.indices.map { [UInt8($0)] })
    #expect(outputs.speech.map(\.segment) == outputs.speech.map(\.segment).sorted())
  }

  @Test(.timeLimit(.minutes(1)))
  func `a sentence is translated while the next is being said`() async throws {
    let base = FakeBackend()
    let outputs = Outputs()
    let utterance = Utterance(turn: Turn.ID(1))
    async let turn: Void = SegmentedBackend(base).run(.speech(utterance), request) { outputs.take($0) }
    utterance.append(Array(speech.prefix(16_000 * 5 + 4_800)))
    // The key is still down.
    while outputs.speech.isEmpty { await Task.yield() }
    #expect(outputs.speech.map(\.bytes) == [[0]])
    #expect(outputs.milestones.first == .speechOnset)
    utterance.append(Array(speech.dropFirst(16_000 * 5 + 4_800)))
    utterance.complete()
    try await turn
    #expect(outputs.speech.map(\.bytes) == [[0], [1], [2]])
  }

  @Test(.timeLimit(.minutes(1)))
  func `speech of a later stretch waits for the earlier one`() async throws {
    // The first answers only when the second has said all.
    let base = FakeBackend(waitingFor: [0: 1])
    let outputs = Outputs()
    try await SegmentedBackend(base).run(.speech(Utterance(turn: Turn.ID(1), samples: speech)), request) {
      outputs.take($0)
    }
    #expect(outputs.speech.map(\.bytes) == [[0], [1], [2]])
  }

  @Test func `a failure of one stretch is the turn's`() async throws {
    let base = FakeBackend(failing: 1)
    let error = await backendError { () throws(BackendError) in
      try await SegmentedBackend(base).run(
        .speech(Utterance(turn: Turn.ID(1), samples: speech)), request
      ) { _ in }
    }
    #expect(error?.kind == .timedOut)
    // What is kept of a stage would be a part of it only.
    #expect(error?.stage == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a failure is known while the user still speaks`() async throws {
    let base = FakeBackend(failing: 0, atOnce: true)
    let utterance = Utterance(turn: Turn.ID(1))
    utterance.append(voice(1))
    let error = await backendError { () throws(BackendError) in
      try await SegmentedBackend(base).run(.speech(utterance), request) { _ in }
    }
    #expect((error?.kind, error?.stage) == (.timedOut, .recognize))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a cancelled turn is cancelled in every stretch`() async throws {
    let base = FakeBackend()
    let utterance = Utterance(turn: Turn.ID(1))
    let turn = Task { [request] in
      await backendError { () throws(BackendError) in
        try await SegmentedBackend(base).run(.speech(utterance), request) { _ in }
      }
    }
    utterance.append(voice(2))
    while base.running == 0 { await Task.yield() }
    turn.cancel()
    #expect(await turn.value?.kind == .cancelled)
    #expect(base.running == 0)
  }

  @Test func `nothing heard in any stretch is told once`() async throws {
    let base = FakeBackend(isDeaf: true)
    let outputs = Outputs()
    try await SegmentedBackend(base).run(.speech(Utterance(turn: Turn.ID(1), samples: speech)), request) {
      outputs.take($0)
    }
    #expect(outputs.content == [.nothingHeard(.noise)])
  }
}

extension Outputs {
  var speech: [SpeechChunk] {
    content.compactMap { if case .speech(let chunk) = $0 { chunk } else { nil } }
  }

  fileprivate var finals: [String] {
    content.compactMap { if case .recognized(let new) = $0 { new } else { nil } }
      .sorted { $0.segment < $1.segment }.map(\.text)
  }
}

/// A backend that hears "w" and the number of the turn, as no service does.
private final class FakeBackend: TranslationBackend {
  private struct State {
    var heard: [[Int16]] = []
    var ended: Set<Int> = []
    var running = 0
  }
  private let state = Mutex(State())
  private let waiting: [Int: Int]
  private let failing: Int?
  private let isDeaf: Bool
  private let failsAtOnce: Bool
  let name = "fake"

  init(waitingFor waiting: [Int: Int] = [:], failing: Int? = nil, atOnce: Bool = false, isDeaf: Bool = false)
  {
    (self.waiting, self.failing, self.isDeaf, failsAtOnce) = (waiting, failing, isDeaf, atOnce)
  }

  var heard: [[Int16]] { state.withLock { $0.heard } }
  var running: Int { state.withLock { $0.running } }

  func capabilities() async throws(BackendError) -> Capabilities { Capabilities() }
  func health() async -> BackendHealth { .ready }
  func warmUp() async {}

  func run(
    _ input: TurnInput, _ request: TurnRequest, emit: @escaping @Sendable (TurnOutput) async -> Void
  ) async throws(BackendError) {
    guard case .speech(let utterance) = input else { return }
    let number = state.withLock { state in
      state.heard.append([])
      state.running += 1
      return state.heard.count - 1
    }
    defer {
      state.withLock { state in
        state.running -= 1
        state.ended.insert(number)
      }
    }
    if failsAtOnce, number == failing { throw BackendError(.timedOut, backend: name, stage: .recognize) }
    for await samples in utterance.chunks { state.withLock { $0.heard[number] += samples } }
    if Task.isCancelled { throw BackendError(.cancelled, backend: name) }
    if number == failing { throw BackendError(.timedOut, backend: name, stage: .recognize) }
    if isDeaf { return await emit(.nothingHeard(.noise)) }
    if let other = waiting[number] {
      while !state.withLock({ $0.ended.contains(other) }) { await Task.yield() }
    }
    await emit(.recognized(Hypothesis(text: "w\(number)", isFinal: true)))
    await emit(.speech(SpeechChunk(target: .spanish, bytes: [UInt8(number)])))
  }
}

/// A loud sound with the rise and fall of syllables.
func voice(_ seconds: Double) -> [Int16] {
  (0..<Int(seconds * 16_000)).map { index in
    let syllable = index % 3_200
    let height = 2_000 + min(syllable, 3_200 - syllable) * 4
    return Int16(index.isMultiple(of: 2) ? height : -height)
  }
}

/// Almost nothing.
func silence(_ seconds: Double) -> [Int16] { (0..<Int(seconds * 16_000)).map { Int16($0 % 7 - 3) } }
