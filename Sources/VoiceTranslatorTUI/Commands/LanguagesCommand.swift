import TranslationClient
import VoiceTranslatorCore

/// `voice-translator languages`: every language, and what the backend can do with it as a target.
enum LanguagesCommand {
  static func run(_ context: ProgramContext) async -> ExitStatus {
    do {
      let service = try BackendService(context) { Output.note($0) }
      defer { service.stop() }
      let capabilities = try await service.backend.capabilities()
      for language in Language.all {
        let support = capabilities.support(from: context.source, to: language.tag).word
        Output.result(
          "\(language.tag)\t\(language.englishName)\t\(language.nativeName)\(support.isEmpty ? "" : "\t\(support)")"
        )
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
