import VoiceTranslatorCore

/// Listens for utterances that begin and end by themselves, on the recorder's thread.
struct Listening {
  /// What the speaker just said may still echo in the room.
  private static let deafness = SpeechFormat.samples(in: .milliseconds(250))
  /// So much from before a beginning can be had: it is found a moment after it was.
  static let memory = SpeechFormat.samples(in: .seconds(2))

  private(set) var isOn = false
  private var endpointer = Endpointer()
  private var deaf = 0
  /// How many samples ago the utterance that nobody records yet began.
  private(set) var sinceBeginning: Int?

  /// Begins or ends. What is known of the room and the speaker stays.
  mutating func turn(on: Bool) {
    endpointer.reset()
    (isOn, deaf, sinceBeginning) = (on, Self.deafness, nil)
  }

  /// Takes samples in; gives what is found in them.
  mutating func append(_ samples: ArraySlice<Int16>) -> [RecorderEvent] {
    guard isOn else { return [] }
    sinceBeginning = sinceBeginning.map { $0 + samples.count }
    let ignored = min(deaf, samples.count)
    deaf -= ignored
    return endpointer.append(samples.dropFirst(ignored)).map { event in
      switch event {
      case .began(let ago):
        sinceBeginning = ago
        return .voiceBegan
      case .ended(let hasWords):
        sinceBeginning = nil
        return .voiceEnded(hasWords: hasWords)
      }
    }
  }

  /// Somebody records the utterance.
  mutating func taken() { sinceBeginning = nil }
}
