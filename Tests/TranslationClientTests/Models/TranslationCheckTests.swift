import Synchronization
import Testing
import VoiceTranslatorCore

@testable import TranslationClient

@Suite struct TranslationCheckTests {
  private func doubt(_ answer: String, _ said: String, _ from: String = "en", _ to: String = "es") -> String?
  {
    TranslationCheck.doubt(answer, about: Passage(text: said, source: tag(from), target: tag(to)))
  }

  @Test func `the corpus is large and speaks six languages`() {
    #expect(Injection.corpus.count >= 40)
    #expect(Set(Injection.corpus.map(\.language)).count == 6)
  }

  @Test(arguments: Injection.corpus)
  func `a model that did what was said is noticed, one that translated it is believed`(one: Injection) {
    #expect(doubt(one.obeyed, one.said, one.language, one.target) != nil, "\(one.obeyed)")
    #expect(doubt(one.translation, one.said, one.language, one.target) == nil, "\(one.translation)")
  }

  @Test(arguments: [
    ("Good morning.", "es", "Guten Morgen, wie geht es dir und was ist mit der Familie?", "it is in German"),
    ("Where is the station, please?", "ru", "Gde stantsiya, pozhaluysta?", "it is written in Latin letters"),
    ("Where is the station, please?", "es", "где здесь станция?", "it is written in Cyrillic letters"),
    ("We will see us tomorrow.", "zh-Hans", "我們明天見。", "it is in traditional characters"),
    ("We will see us tomorrow.", "zh-TW", "我们明天见。", "it is in simplified characters"),
    ("How much is it?", "es", "Cuesta cinco euros.", "the question was answered instead of translated"),
    ("It costs 250 euros in all.", "es", "Cuesta mucho dinero en total.", "the number 250 is missing"),
    ("I would like a table for two.", "es", "I would like a table for two.", "it repeats what was said"),
    ("Tomorrow we go.", "es", "Traducción: mañana vamos.", "it has a preface"),
    ("Tomorrow we go.", "es", "Mañana vamos. (Nota: es informal)", "it holds a note"),
    ("Tomorrow we go.", "es", "Mañana\nvamos\na casa.", "it has more lines than were said"),
  ])
  func `what is wrong is said in a few words`(said: String, target: String, answer: String, words: String) {
    #expect(doubt(answer, said, "en", target) == words)
  }

  @Test(arguments: [
    ("Of course!", "¡Claro!"), ("Sure, I can help you.", "Claro, puedo ayudarte."), ("OK", "Vale"),
    ("See you at 10:30.", "Nos vemos a las 10:30."),
    ("Note: the shop is closed.", "Nota: la tienda está cerrada."),
    ("Three hundred euros.", "Trescientos euros."), ("Yes.", "Sí."),
    ("My name is John Smith, I live in New York.", "Me llamo John Smith, vivo en Nueva York."),
  ])
  func `what people say and how it is translated is believed`(said: String, answer: String) {
    #expect(doubt(answer, said) == nil)
  }

  @Test func `quotes that nobody said are taken off`() {
    #expect(TranslationCheck.unquoted("\"Hola\"", like: "Hello") == "Hola")
    #expect(TranslationCheck.unquoted("«Hola»", like: "Hello") == "Hola")
    #expect(TranslationCheck.unquoted("\"Hola\"", like: "\"Hello\"") == "\"Hola\"")
    #expect(TranslationCheck.unquoted("\"Hola\" y \"adiós\"", like: "x") == "\"Hola\" y \"adiós\"")
  }

  @Test func `Serbian is written in the alphabet that was asked for`() {
    #expect(ScriptConversion.fitted("Његош и ЉУБАВ, џеп!", to: tag("sr-Latn")) == "Njegoš i LJUBAV, džep!")
    #expect(ScriptConversion.fitted("Njegoš, ljubav i džep", to: tag("sr")) == "Његош, љубав и џеп")
    #expect(ScriptConversion.fitted("Hello", to: .spanish) == "Hello")
  }

  /// Answers in turn, the last for ever.
  private func translate(_ answers: String..., terms: [Glossary.Term] = [], structured: Bool = false)
    async throws
    -> (TranslatedText, [Received])
  {
    let left = Mutex(answers)
    let server = try LoopbackServer { _ in
      let answer = left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
      let text = answer.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return Reply(#"{"choices":[{"message":{"content":"\#(text)"}}]}"#)
    }
    let translator = ModelTranslator(
      model: ChatModel(service: service(server), model: "m"),
      prompt: TranslationPrompt(isStructured: structured))
    let passage = Passage(
      text: "Mr Rivas, where is the station?", source: .english, target: .spanish, terms: terms)
    return (try await translator.translate(passage) { _ in }, server.requests)
  }

  @Test func `a doubtful answer is asked for once more, and then believed no more`() async throws {
    let good = "Señor Rivas, ¿dónde está la estación?"
    let (mended, asked) = try await translate("The station is over there.", good)
    #expect(mended == TranslatedText(text: good))
    #expect(asked.count == 2)
    let messages = asked[1].json["messages"] as? [[String: String]]
    #expect(messages?[0]["content"]?.contains("An earlier answer was no translation") == true)
    let (never, again) = try await translate("It is over there.", "It is still over there.")
    #expect(never.text == "It is still over there." && never.doubt != nil)
    #expect(again.count == 2)
  }

  @Test func `the user's terms go along as data and are looked for in the answer`() async throws {
    let terms = [Glossary.Term("station", "terminal"), Glossary.Term("Rivas", "Rivas")]
    let (text, asked) = try await translate("Señor Rivas, ¿dónde está la estación?", terms: terms)
    #expect(text.doubt == "the glossary's 'terminal' is missing")
    let messages = asked[0].json["messages"] as? [[String: String]]
    let data = messages?[1]["content"] ?? ""
    #expect(data.contains(#""terms":[{"said":"station","translation":"terminal"}"#))
  }

  @Test func `an answer as a JSON object is asked for and read, also while it grows`() async throws {
    let (text, asked) = try await translate(
      #"{"translation": "Señor Rivas, ¿dónde está la estación?"}"#, structured: true)
    #expect(text == TranslatedText(text: "Señor Rivas, ¿dónde está la estación?"))
    let format = asked[0].json["response_format"] as? [String: any Sendable]
    #expect(format?["type"] as? String == "json_schema")
    #expect(StructuredAnswer.partial(#"{"translation":"Hola, \u00e1"#) == "Hola, á")
    #expect(StructuredAnswer.partial(#"{"translation":"Hola \u00"#) == "Hola ")
    #expect(StructuredAnswer.partial(#"{"tra"#) == "")
    #expect(StructuredAnswer.whole("plain") == "plain")
  }
}
