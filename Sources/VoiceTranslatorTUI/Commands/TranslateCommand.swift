import AudioIO
import Synchronization
import TranslationClient
import VoiceTranslatorCore

/// `voice-translator translate`: recordings in, text and speech out, without a screen.
struct TranslateCommand {
  let options: TranslateOptions
  let request: TurnRequest
  let backend: any TranslationBackend
  let playback: PlaybackConfiguration
  /// What is done already of the one input that was tried before.
  var progress = TurnProgress()
  /// Hears how far an input came that failed.
  var onFailure: @Sendable (TurnProgress, BackendError) -> Void = { _, _ in }

  /// Translates every input in order; the worst of them decides the status.
  func run() async -> ExitStatus {
    var statuses: [ExitStatus] = []
    for input in options.inputs { statuses.append(await translate(input)) }
    return ExitStatus.worst(statuses)
  }

  private func translate(_ input: TranslateOptions.Input) async -> ExitStatus {
    let turnInput: TurnInput
    switch load(input) {
    case .success(let loaded): turnInput = loaded
    case .failure(let failure):
      Output.note(failure.notice, about: input.name)
      return failure.status
    }
    let turn = CommandTurn(request: request)
    for output in progress.outputs { turn.take(output) }
    let attempt = ResumableTurn(turnInput, request, progress: progress)
    do throws(BackendError) {
      _ = try await attempt.run(on: backend) { turn.take($0) }
    } catch {
      onFailure(attempt.progress, error)
      Output.note(Notice(error), about: input.name)
      return .failed
    }
    return await finish(input, turn.finished())
  }

  private func finish(_ input: TranslateOptions.Input, _ result: CommandTurn.Result) async -> ExitStatus {
    if case .nothingHeard = result.entry.stage {
      Output.note(
        Notice("Nothing was heard.", remedy: "Check the recording and the language (--from)."),
        about: input.name)
      return .nothingHeard
    }
    for handover in result.entry.handovers { Output.note(Notice(handover), about: input.name) }
    for target in request.targets {
      guard let doubt = result.entry.doubt(in: target) else { continue }
      Output.note(
        Notice("The translation to \(target) may be none: \(doubt).", remedy: "It is not spoken."),
        about: input.name)
    }
    for problem in result.entry.problems { Output.note(Notice(problem.message), about: input.name) }
    var speech: [LanguageTag: TranslationResult.Speech] = [:]
    var status =
      result.entry.problems.contains { $0.stage != .speak || options.wantsSpeech } ? ExitStatus.failed : .done
    for target in request.targets {
      guard let bytes = result.speech[target], !bytes.isEmpty else { continue }
      let path = speechPath(input, target)
      if let path, !PrivateFile.replace(path, with: bytes) {
        Output.note(Notice(cannotWrite: path), about: input.name)
        status = .failed
      }
      if options.speech == .standardOutput { _ = PrivateFile.write(bytes, to: 1) }
      speech[target] = .init(
        file: path, voice: result.entry.routes[target]?.voice, seconds: MP3Decoder.duration(of: bytes))
    }
    print(TranslationResult(input: input.name, entry: result.entry, speech: speech, backend: backend.name))
    if options.plays, let error = await play(result) {
      Output.note(Notice(error), about: input.name)
      status = .failed
    }
    return status
  }

  private func print(_ result: TranslationResult) {
    let print = options.speech == .standardOutput ? Output.note : { _ = Output.result($0) }
    switch options.format {
    case .json: print(result.json)
    case .text:
      // What was heard and each translation on a line of their own, with the language where it isn't obvious.
      print(Sanitizer.line(result.source.text))
      for target in result.targets {
        print(
          (result.targets.count > 1 ? "\(target.language): " : "") + Sanitizer.line(target.text))
      }
    }
  }

  private func speechPath(_ input: TranslateOptions.Input, _ target: LanguageTag) -> String? {
    guard case .file(let pattern) = options.speech else { return nil }
    let file = input.name.split(separator: "/").last.map(String.init) ?? "speech"
    let name = file.hasSuffix(".wav") ? String(file.dropLast(4)) : file
    return pattern.replacing("{lang}", with: target.description).replacing("{name}", with: name)
  }

  private func play(_ result: CommandTurn.Result) async -> AudioError? {
    await withCheckedContinuation { continuation in
      let once = Mutex<CheckedContinuation<AudioError?, Never>?>(continuation)
      let end: @Sendable (AudioError?) -> Void = { error in
        once.withLock { waiting in
          waiting?.resume(returning: error)
          waiting = nil
        }
      }
      let player = Player(playback) { event in
        switch event {
        case .finished, .stopped: end(nil)
        case .failed(_, let error): end(error)
        case .started: break
        }
      }
      for (index, target) in request.targets.enumerated() {
        guard let bytes = result.speech[target] else { continue }
        let clip = Clip(turn: result.entry.id, target: index, segment: 0, sentence: 0)
        player.append(bytes, to: clip)
        player.finish(clip)
      }
      player.end(result.entry.id)
    }
  }
}
