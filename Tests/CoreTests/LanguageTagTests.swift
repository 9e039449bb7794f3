import Testing
import VoiceTranslatorCore

@Suite struct LanguageTagTests {
  @Test(arguments: [
    ("EN", "en"), ("pt_br", "pt-BR"), ("ZH-hant", "zh-Hant"), ("es-419", "es-419"),
    ("sr-LATN-rs", "sr-Latn-RS"),
  ])
  func `a tag is read in any letter case and kept in its canonical one`(text: String, canonical: String) {
    #expect(LanguageTag(text)?.description == canonical)
  }

  @Test(arguments: ["", "e", "engl", "en-", "en--US", "12", "en-US!", "en US", "é"])
  func `what is not a tag is refused`(text: String) {
    #expect(LanguageTag(text) == nil)
  }
}
