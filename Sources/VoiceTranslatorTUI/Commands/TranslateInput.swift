import AudioIO
import Glibc
import VoiceTranslatorCore

extension TranslateCommand {
  /// Why an input can't be translated, and the status that means.
  struct InputFailure: Error {
    var notice: Notice
    var status: ExitStatus
  }

  /// A take shorter than this can't hold a word.
  private static let shortest = Duration.milliseconds(80)

  /// Reads an input; nothing is sent anywhere yet.
  func load(_ input: TranslateOptions.Input) -> Result<TurnInput, InputFailure> {
    switch input {
    case .text(let text):
      guard text.contains(where: { !$0.isWhitespace }) else {
        return .failure(
          InputFailure(
            notice: Notice("The text is empty.", remedy: "Give --text some words."), status: .nothingHeard))
      }
      return .success(.text(text))
    case .standardInput:
      guard let bytes = PrivateFile.bytes(from: STDIN_FILENO) else {
        return .failure(unreadable(String(cString: strerror(errno))))
      }
      return decode(bytes, name: "standard input")
    case .file(let path):
      var status = stat()
      if stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR {
        return .failure(
          InputFailure(
            notice: Notice("This is a folder, not a recording.", remedy: "Name a WAV file in it."),
            status: .failed))
      }
      guard let bytes = PrivateFile.bytes(path) else {
        return .failure(unreadable(String(cString: strerror(errno))))
      }
      return decode(bytes, name: path)
    }
  }

  private func unreadable(_ reason: String) -> InputFailure {
    InputFailure(
      notice: Notice("It can't be read: \(reason).", remedy: "Check the name and its permissions."),
      status: .failed)
  }

  private func decode(_ bytes: [UInt8], name: String) -> Result<TurnInput, InputFailure> {
    do throws(WAVEError) {
      let file = try WAVEFile(bytes)
      if file.isTruncated {
        Output.note(
          Notice("The recording is cut short; what is there is used.", isError: false), about: name)
      }
      let samples = file.speechSamples()
      guard SpeechFormat.duration(of: samples.count) >= Self.shortest else {
        return .failure(
          InputFailure(
            notice: Notice(
              "The recording lasts \(SpeechFormat.duration(of: samples.count).milliseconds) ms, too short for a word.",
              remedy: "Record at least a tenth of a second."), status: .nothingHeard))
      }
      return .success(.speech(Utterance(turn: Turn.ID(1), samples: samples)))
    } catch {
      return .failure(InputFailure(notice: Notice(error), status: .failed))
    }
  }
}

extension Notice {
  /// A file that could not be written; `errno` says why.
  init(cannotWrite path: String) {
    self.init(
      "\(path) can't be written: \(String(cString: strerror(errno))).",
      remedy: "Choose another place with --speak.")
  }
}
