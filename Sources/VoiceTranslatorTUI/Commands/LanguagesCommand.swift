import TranslationClient
import VoiceTranslatorCore

/// `voice-translator languages`: every language, and what the backend can do with it as a target.
enum LanguagesCommand {
  /// The shape of each language that `--json` prints.
  struct Row: Encodable {
    var language: String
    var name: String
    var native: String
    /// `full`, `rough`, `text`: no voice, `none`: no translation.
    var support: String
  }

  static func run(_ context: ProgramContext, asJSON: Bool) async -> ExitStatus {
    do {
      let service = try BackendService(context) { Output.note($0) }
      defer { service.stop() }
      if let error = await service.backend.failureToBeReady(within: .seconds(service.engine == nil ? 0 : 30))
      {
        throw error
      }
      let capabilities = try await service.backend.capabilities()
      if asJSON {
        Output.json(
          Language.all.map { language in
            let support = capabilities.support(from: context.source, to: language.tag)
            return Row(
              language: language.tag.description, name: language.englishName, native: language.nativeName,
              support: support.name)
          })
        return .done
      }
      for language in Language.all {
        let support = capabilities.support(from: context.source, to: language.tag).word
        let columns = [language.tag.description, language.englishName, language.nativeName]
        Output.result((columns + (support.isEmpty ? [] : [support])).joined(separator: "\t"))
      }
      return .done
    } catch let error as BackendError {
      Output.note(Notice(error))
    } catch let error as ConfigurationError {
      Output.note("voice-translator: \(Sanitizer.line(error.message))")
      return .usage
    } catch {
      Output.note("voice-translator: \(Sanitizer.line("\(error)"))")
    }
    return .failed
  }
}

extension Capabilities.Support {
  /// The word that results have for it.
  fileprivate var name: String {
    switch self {
    case .full: "full"
    case .rough: "rough"
    case .textOnly: "text"
    case .noTranslation: "none"
    }
  }
}
