import AudioIO
import TranslationClient
import VoiceTranslatorCore

/// `voice-translator translate`: recordings in, text and speech out, without a screen.
struct TranslateCommand {
  let options: TranslateOptions
  let request: TurnRequest
  let backend: any TranslationBackend
  let playback: PlaybackConfiguration

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
    let title = place + input.name
    ProgressLine.show("\(title): \(turn.stageWord)")
    do throws(BackendError) {
      try await backend.run(turnInput, request) { output in
        turn.take(output)
        ProgressLine.show("\(title): \(turn.stageWord)")
      }
    } catch {
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
      print(TranslationResult(input: input.name, entry: result.entry, speech: speech, backend: backend.name))
    }
    if options.plays,
      let error = await CommandPlayer.play(request.targets.compactMap { result.speech[$0] }, playback)
    {
      Output.note(Notice(error), about: input.name)
      status = .failed
    }
    return status
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
