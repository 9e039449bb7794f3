/// Hands-free talk: utterances begin and end by themselves, and while a translation is spoken nobody is listened to
/// (half duplex). Each utterance is a turn of its own; what is said while an earlier one is still being translated is
/// the next one.
extension Session {
  mutating func toggleHandsFree(at now: Moment) -> [Effect] {
    isHandsFree.toggle()
    guard isHandsFree else {
      notice = Notice("Hands-free is off.", isError: false)
      return endHandsFreeTake(hasWords: true, at: now) + [.listen(false)]
    }
    notice = Notice("Hands-free: speak, and pause to be translated.", isError: false)
    return speaking == nil ? [.listen(true)] : []
  }

  /// Someone began to speak.
  mutating func voiceBegan(at now: Moment) -> [Effect] {
    guard isHandsFree, talk == .idle, speaking == nil, field == nil else { return [] }
    let request = request(of: .a)
    let id = append(request, at: now) { $0.side = .a }
    talk = .recording(id, since: now.uptime, take: .handsFree, isReal: false)
    notice = nil
    // What is still to be said of earlier turns waits until the speaker pauses.
    return [.holdSpeech, .beginTurn(id, request)]
  }

  /// The speaker paused; a sound without words is forgotten.
  mutating func endHandsFreeTake(hasWords: Bool, at now: Moment) -> [Effect] {
    guard case .recording(let id, _, .handsFree, _) = talk else { return [] }
    return hasWords ? endTake(at: now) : forgetTake(id)
  }

  /// A translation is being spoken: the microphone would hear it.
  mutating func stopListening() -> [Effect] {
    guard isHandsFree else { return [] }
    if case .recording(let id, _, .handsFree, _) = talk {
      // Begun in the very moment in which the speech did: what was said in it is what was about to be spoken.
      return forgetTake(id).filter { $0 != .allowSpeech } + [.listen(false)]
    }
    return [.listen(false)]
  }

  /// The translation was spoken: whoever answers is listened to, by itself.
  func listenAgain() -> [Effect] { isHandsFree && speaking == nil ? [.listen(true)] : [] }

  /// A turn in which nothing was heard leaves no line: nobody pressed a key for it.
  mutating func forgetIfNothingWasHeard(_ id: Turn.ID) {
    guard isHandsFree, let index = transcript.index(of: id), case .nothingHeard = transcript[index].stage
    else {
      return
    }
    remove(at: index)
  }

  private mutating func forgetTake(_ id: Turn.ID) -> [Effect] {
    talk = .idle
    if let index = transcript.index(of: id) { remove(at: index) }
    return [.discardTurn(id), .allowSpeech]
  }
}
