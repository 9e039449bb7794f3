import AudioIO
import TranslationClient
import VoiceTranslatorCore

/// `voice-translator translate`: recordings in, text and speech out, without a screen.
struct TranslateCommand {
  let options: TranslateOptions
  let request: TurnRequest
  let backend: any TranslationBackend
  /// The names of those that do each stage.
  let stageNames: [Stage: String]
  let playback: PlaybackConfiguration
  var log: Log?
  /// What is done already of the one input that was tried before.
  var progress = TurnProgress()
  /// Hears how far an input came that failed.
  var onFailure: @Sendable (TurnProgress, BackendError) -> Void = { _, _ in }

  /// Translates every input in order; the worst of them decides the status.
  func run() async -> ExitStatus {
    var statuses: [ExitStatus] = []
    let subtitles = SubtitlePrinter(options.format, isSpeechOut: options.speech == .standardOutput)
    for (index, input) in options.inputs.enumerated() {
      let place = options.inputs.count > 1 ? "\(index + 1)/\(options.inputs.count) " : ""
      statuses.append(await translate(input, place: place, subtitles))
    }
    ProgressLine.clear()
    return ExitStatus.worst(statuses)
  }

  private func translate(
    _ input: TranslateOptions.Input, place: String, _ subtitles: SubtitlePrinter?
  ) async -> ExitStatus {
    let turnInput: TurnInput
    switch load(input) {
    case .success(let loaded): turnInput = loaded
    case .failure(let failure):
      Output.note(failure.notice, about: input.name)
      return failure.status
    }
    let length = turnInput.duration
    defer { subtitles?.advance(by: length) }
    let turn = CommandTurn(request: request)
    // What was written counts as heard.
    if case .text(let text) = turnInput { turn.take(.recognized(Hypothesis(text: text, isFinal: true))) }
    let title = place + input.name
    ProgressLine.show("\(title): \(turn.stageWord)")
    for output in progress.outputs { turn.take(output) }
    let attempt = ResumableTurn(turnInput, request, progress: progress)
    do throws(BackendError) {
      _ = try await attempt.run(on: backend) { output in
        turn.take(output)
        log?.note("\(title): \(LogLine.of(output))", .detailed)
        ProgressLine.show("\(title): \(turn.stageWord)")
      }
    } catch {
      onFailure(attempt.progress, error)
      Output.note(Notice(error), about: input.name)
      return .failed
    }
    return await finish(input, turn.finished(), length: length, subtitles)
  }

  private func finish(
    _ input: TranslateOptions.Input, _ result: CommandTurn.Result, length: Duration,
    _ subtitles: SubtitlePrinter?
  ) async -> ExitStatus {
    if case .nothingHeard = result.entry.stage {
      Output.note(
        Notice("Nothing was heard.", remedy: "Check the recording and the language (--from)."),
        about: input.name)
      return .nothingHeard
    }
    tellDoubts(result.entry, about: input.name)
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
      if options.speech == .standardOutput { Output.bytes(bytes) }
      speech[target] = .init(
        file: path, voice: result.entry.routes[target]?.voice, seconds: MP3Decoder.duration(of: bytes))
    }
    if let subtitles {
      subtitles.print(result.entry, length: length)
    } else {
      print(TranslationResult(input: input.name, entry: result.entry, speech: speech, backends: stageNames))
    }
    if options.plays,
      let error = await CommandPlayer.play(request.targets.compactMap { result.speech[$0] }, playback)
    {
      Output.note(Notice(error), about: input.name)
      status = .failed
    }
    return status
  }

  /// What another backend did, and what may be no translation.
  private func tellDoubts(_ entry: TranscriptEntry, about name: String) {
    for handover in entry.handovers { Output.note(Notice(handover), about: name) }
    for target in request.targets {
      guard let doubt = entry.doubt(in: target) else { continue }
      Output.note(
        Notice("The translation to \(target) may be none: \(doubt).", remedy: "It is not spoken."),
        about: name)
    }
  }

  private func print(_ result: TranslationResult) {
    let print = options.speech == .standardOutput ? Output.note : Output.result
    switch options.format {
    case .json: print(result.json)
    case .text, .srt, .vtt:
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
}
