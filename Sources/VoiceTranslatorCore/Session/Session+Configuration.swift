/// A configuration that changes while the program runs.
extension Session {
  /// Takes new wishes up; a language that was chosen on the screen stays unless the configuration names another now.
  mutating func configure(
    _ new: Preferences, source: SourceLanguage?, targets: [LanguageTag]?
  ) -> [Effect] {
    if new.speaks != preferences.speaks { isSpeechMuted = !new.speaks }
    if new.voices != preferences.voices { voices = new.voices }
    preferences = new
    guard source != nil || targets != nil else { return [] }
    self.source = source ?? self.source
    self.targets = targets ?? self.targets
    return languagesChanged()
  }
}
