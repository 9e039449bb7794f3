import Testing
import VoiceTranslatorCore

@Suite struct UtteranceTests {
  @Test(.timeLimit(.minutes(10)))
  func `readers that begin before, during and after all get every sample once and in order`() async {
    let utterance = Utterance(turn: Turn.ID(1))
    let expected = (0..<5000).map { Int16(truncatingIfNeeded: $0) }
    await withTaskGroup(of: [Int16].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var samples: [Int16] = []
          for await chunk in utterance.chunks { samples += chunk }
          return samples
        }
      }
      for start in stride(from: 0, to: 5000, by: 320) {
        utterance.append(expected[start..<min(start + 320, 5000)])
        await Task.yield()
      }
      utterance.complete()
      utterance.append([1, 2, 3])
      for await samples in group { #expect(samples == expected) }
    }
    #expect(utterance.samples == expected)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a cancelled reader ends at once, and the others go on`() async {
    let utterance = Utterance(turn: Turn.ID(1))
    let reader = Task { await utterance.next(from: 0) }
    let other = Task { await utterance.next(from: 0) }
    try? await Task.sleep(for: .milliseconds(20))
    reader.cancel()
    #expect(await reader.value == nil)
    utterance.append([7])
    #expect(await other.value == [7])
  }
}
