import Testing

@testable import VoiceTranslatorCore

@Suite struct GlossaryTests {
  private let glossary = Glossary([
    .init(.english, .spanish): [.init("Rivas", "Rivas"), .init("art", "arte")],
    .init(.spanish, .english): [.init("taza", "mug")],
  ])

  @Test func `terms are those of the pair, whatever the region`() throws {
    let british = try #require(LanguageTag("en-GB"))
    #expect(glossary.terms(from: british, to: .spanish).map(\.source) == ["Rivas", "art"])
    #expect(glossary.terms(from: nil, to: .spanish).isEmpty)
    #expect(glossary.terms(from: .spanish, to: .english).map(\.target) == ["mug"])
  }

  @Test func `a recogniser listens for what may be said`() {
    #expect(glossary.words(in: .tag(.english)) == ["Rivas", "art"])
    #expect(glossary.words(in: .detect([])) == ["Rivas", "art", "taza"])
  }

  @Test func `a term counts as a whole word in any letter case`() {
    let terms = glossary.terms(from: .english, to: .spanish)
    #expect(Glossary.missing(terms, in: "El señor RIVAS", of: "Mr rivas will start").isEmpty)
    #expect(
      Glossary.missing(terms, in: "El señor", of: "Mr Rivas loves art").map(\.source) == ["Rivas", "art"])
  }

  private static let codes = """
    bg ca zh zh-CN zh-Hans zh-TW zh-Hant zh-HK cs da da-DK nl nl-BE en en-US en-AU en-GB en-NZ en-IN et fi fr fr-CA de
    de-CH el hi hu id it ja ko ko-KR lv lt ms no pl pt pt-BR pt-PT ro ru sk es es-419 sv sv-SE th th-TH tr uk vi nb nn iw
    in fil tl yue sr-Latn sr-Cyrl he
    """

  @Test(arguments: codes.split(whereSeparator: \.isWhitespace).map(String.init))
  func `every code that services use is a language of the catalogue, in a known script`(code: String) throws {
    let tag = try #require(LanguageTag(code))
    let language = try #require(Language(tag: tag))
    let letters = Script.letters(in: language.nativeName)
    #expect(Script.of(tag).contains { letters[$0] != nil })
  }
}
