import Testing
import VoiceTranslatorCore

@Suite struct LanguageTests {
  @Test(arguments: [
    ("es", "Spanish"), ("pt-BR", "Portuguese (Brazil)"), ("en-NZ", "English"), ("iw", "Hebrew"),
    ("nb", "Norwegian"),
    ("zh-TW", "Chinese (Traditional)"), ("fil", "Tagalog"), ("zh-HK", "Cantonese"), ("sr-Latn-RS", "Serbian"),
  ])
  func `a tag, an old tag and a variety find their language`(text: String, name: String) {
    #expect(Language(tag: tag(text))?.englishName == name)
  }

  @Test func `no tag stands twice in the catalogue, and every one is well-formed`() {
    #expect(Set(Language.all.map(\.tag)).count == Language.all.count)
    #expect(Language.all.allSatisfy { LanguageTag($0.tag.description) == $0.tag })
  }

  @Test(arguments: [
    ("espa", "es"), ("SPAN", "es"), ("francais", "fr"), ("日本", "ja"), ("pt-b", "pt-BR"), ("braz", "pt-BR"),
    ("tieng viet", "vi"), ("olelo", "haw"), ("ozbek", "uz"), ("farsi", "fa"), ("mandarin", "zh"),
    ("flem", "nl"),
  ])
  func `the filter takes names and codes, without regard to case and accents`(filter: String, tagText: String)
  {
    #expect(Language.all.filter { $0.matches(filter) }.contains { $0.tag == tag(tagText) })
  }

  @Test func `the picker stops at the ends and keeps five recents`() {
    var picker = Picker()
    let rows = picker.rows(of: Language.all, filter: nil)
    #expect(picker.step(from: rows[0].tag, by: -.max, in: rows) == rows[0].tag)
    #expect(picker.step(from: rows[0].tag, by: .max, in: rows) == rows.last?.tag)
    #expect(picker.step(from: nil, by: 1, in: []) == nil)
    for language in Language.all.prefix(8) { picker.remember(language.tag) }
    #expect(picker.recents.count == 5)
    #expect(picker.rows(of: Language.all, filter: nil).first?.tag == Language.all[7].tag)
  }
}
