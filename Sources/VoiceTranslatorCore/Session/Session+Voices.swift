/// Choosing the voice of a language.
extension Session {
  /// Opens the voices of the language that the picker's cursor is on.
  mutating func openVoices() {
    guard let target = picker.list == .targets ? pickerTag : targets.first else { return }
    let voices = capabilities.voices[closest: target] ?? []
    guard !voices.isEmpty else {
      notice = Notice(
        "The current backend names no voices for \(Language(tag: target)?.englishName ?? target.description).",
        remedy: "One can be set with --voice \(target)=NAME.", isError: false)
      return
    }
    let chosen = self.voices[target].flatMap { voices.firstIndex(of: $0) }
    overlay = .voices(target, voices, row: chosen.map { $0 + 1 } ?? 0)
  }

  /// Takes the voice on a row; on the first, the backend's own choice.
  mutating func takeVoice(_ row: Int, of names: [String], for target: LanguageTag) -> [Effect] {
    voices[target] = row == 0 ? nil : names[row - 1]
    return [.saveChoices]
  }

  /// The rows of the list of voices.
  static func voiceRows(_ names: [String]) -> [String] {
    ["the backend's choice"] + names.map { Sanitizer.line($0) }
  }
}
