import Testing
import VoiceTranslatorCore

@Suite struct SessionPickerTests {
  var session = Session(source: .tag(.english), targets: [.spanish])

  @Test mutating func `several targets are kept with + and the cursor adds one more`() {
    _ = session.update(.command(.addTarget), at: at(1))
    choose("french")
    #expect(session.targets == [.spanish, tag("fr")])
    choose("german")
    #expect(session.targets == [.spanish, tag("de")])
    _ = session.update(.command(.addTarget), at: at(2))
    choose("french")
    #expect(session.targets == [.spanish, tag("de"), tag("fr")])
    choose("spanish")
    _ = session.update(.command(.addTarget), at: at(3))
    #expect(session.targets == [tag("de")])
    _ = session.update(.command(.addTarget), at: at(3))
    #expect(session.targets == [tag("de")])
  }

  @Test mutating func `favourites lead the list, then what was used`() {
    choose("german")
    #expect(session.update(.command(.favourite), at: at(1)) == [.saveChoices])
    choose("french")
    _ = session.update(.talkStarted, at: at(2))
    #expect(session.pickerRows.prefix(3).map(\.tag) == [tag("de"), tag("en"), tag("fr")])
    choose("german")
    _ = session.update(.command(.favourite), at: at(3))
    #expect(session.picker.favourites.isEmpty)
  }

  @Test mutating func `a language that the backend can't serve is explained and not taken`() {
    _ = session.update(
      .capabilities(
        Capabilities(
          recognizes: [.english], translates: [.english: [.spanish: TranslationRoute()]], speaks: [.spanish])),
      at: at(1))
    choose("german")
    #expect(session.targets == [.spanish])
    #expect(session.pickerTag == tag("de"))
    #expect(session.notice?.message == "The current backend has no translation into German.")
    _ = session.update(.command(.sources), at: at(2))
    choose("french")
    #expect(session.source == .tag(.english))
    #expect(session.notice?.message == "The current backend doesn't understand spoken French.")
  }

  @Test mutating func `the lists follow the backend at once, and what is lost is said`() {
    _ = session.update(
      .capabilities(Capabilities(translates: [.english: [tag("fr"): TranslationRoute()]])), at: at(1))
    #expect(session.notice?.message == "The current backend has no translation into Spanish.")
    #expect(session.pickerRows.first?.tag == tag("en"))
    #expect(
      session.pickerRows.last.map { session.capabilities.support(from: session.source, to: $0.tag) }
        == .noTranslation)
    _ = session.update(.capabilities(Capabilities()), at: at(2))
    #expect(session.pickerRows.map(\.tag) == Language.all.map(\.tag))
  }

  @Test(arguments: [
    ("es", "Translation into Spanish is rough: to be understood, not to be printed."),
    ("ca", "There is no voice for Catalan: text only."),
  ])
  func `partial support is explained when it is chosen`(target: String, message: String) {
    var session = Session(source: .tag(.english), targets: [tag("pt")])
    let routes: [LanguageTag: TranslationRoute] = [
      .spanish: TranslationRoute(isRough: true), tag("ca"): TranslationRoute(), tag("pt"): TranslationRoute(),
    ]
    _ = session.update(
      .capabilities(Capabilities(translates: [.english: routes], speaks: [.spanish, tag("pt")])), at: at(1))
    _ = session.update(.command(.filter), at: at(1))
    _ = session.update(.typed(target), at: at(1))
    _ = session.update(.key(Key(.enter)), at: at(1))
    #expect(session.targets == [tag(target)])
    #expect(session.notice?.message == message)
  }

  private mutating func choose(_ name: String) {
    _ = session.update(.command(.filter), at: at(1))
    _ = session.update(.typed(name), at: at(1))
    _ = session.update(.key(Key(.enter)), at: at(1))
  }
}
