import VoiceTranslatorCore

/// Looks at a language model's answer: is it a translation, or did the model do something else?
enum TranslationCheck {
  /// Why an answer is probably no translation, in a few words; nil when nothing speaks against it.
  static func doubt(_ answer: String, about passage: Passage) -> String? {
    wrongLanguage(answer, passage) ?? echo(answer, passage) ?? notes(answer, passage)
      ?? wrongLength(answer, passage) ?? lostQuestion(answer, passage) ?? lostNumber(answer, passage)
      ?? missingTerm(answer, passage)
  }

  // MARK: language

  static func wrongLanguage(_ answer: String, _ passage: Passage) -> String? {
    if let doubt = wrongScript(answer, target: passage.target) { return doubt }
    if let other = FunctionWords.otherLanguage(of: answer, than: passage.target.language) {
      return "it is in \(LanguageTag(other).flatMap { Language(tag: $0) }?.englishName ?? other)"
    }
    return nil
  }

  /// Most letters must be of the target's script; names may keep another.
  static func wrongScript(_ answer: String, target: LanguageTag) -> String? {
    let letters = Script.letters(in: answer)
    let all = letters.values.reduce(0, +)
    guard all >= 4, let most = letters.max(by: { $0.value < $1.value })?.key else {
      return ChineseVariant.doubt(answer, target: target)
    }
    let own = Script.of(target).reduce(0) { $0 + (letters[$1] ?? 0) }
    if own * 2 < all { return "it is written in \(name(most)) letters" }
    return ChineseVariant.doubt(answer, target: target)
  }

  private static func name(_ script: Script) -> String {
    switch script {
    case .han: "Chinese"
    case .kana: "Japanese"
    case .hangul: "Korean"
    default: "\(script)".prefix(1).uppercased() + "\(script)".dropFirst()
    }
  }

  /// What was said, repeated untranslated.
  private static func echo(_ answer: String, _ passage: Passage) -> String? {
    guard passage.source.map({ !$0.isSameLanguage(as: passage.target) }) ?? false else { return nil }
    let words = passage.text.split(separator: " ")
    guard words.count >= 4, folded(answer) == folded(passage.text) else { return nil }
    return "it repeats what was said"
  }

  // MARK: form

  private static let prefaces = [
    "sure", "of course", "certainly", "absolutely", "here is", "here's", "here are", "translation",
    "the translation",
    "as an ai", "i'm sorry", "i am sorry", "i can't", "i cannot", "claro", "por supuesto", "aquí está",
    "aquí tienes",
    "traducción", "lo siento", "bien sûr", "voici", "traduction", "désolé", "je suis désolé", "natürlich",
    "gerne",
    "hier ist", "übersetzung", "es tut mir leid", "certo", "certamente", "ecco", "traduzione", "mi dispiace",
    "aqui está",
    "tradução", "desculpe", "com certeza", "конечно", "вот", "перевод", "当然", "以下是", "翻译",
  ]

  private static let notes = [
    "note:", "(note", "translator's note", "explanation:", "nota:", "(nota", "remarque", "anmerkung",
    "hinweis:",
    "примечание", "注：", "注:", "literally", "i hope this helps", "let me know", "as an ai", "language model",
    "modelo de lenguaje", "modèle de langage", "sprachmodell",
    "modello linguistico", "modelo de linguagem",
  ]

  /// Words around the translation, or other things that speech has none of.
  private static func notes(_ answer: String, _ passage: Passage) -> String? {
    let (text, said) = (answer.lowercased(), passage.text.lowercased())
    if ["```", "**", "\n- ", "\n1.", "<|", "{\"", "</"].contains(where: {
      text.contains($0) && !said.contains($0)
    }) {
      return "it holds markup"
    }
    if notes.contains(where: { text.contains($0) }) && !notes.contains(where: { said.contains($0) }) {
      return "it holds a note"
    }
    let lines = text.split(whereSeparator: \.isNewline).count
    if lines > passage.text.split(whereSeparator: \.isNewline).count + 1 {
      return "it has more lines than were said"
    }
    // "Sure! …", "Here is the translation: …"; a speaker who says "Of course" starts so too, but without a colon.
    if let preface = prefaces.first(where: { text.hasPrefix($0) }) {
      let rest = text.dropFirst(preface.count)
      if rest.prefix(60).contains(where: { ":：".contains($0) }) && !said.contains(":") {
        return "it has a preface"
      }
      if let next = rest.first, "!".contains(next), !said.contains("!") { return "it has a preface" }
    }
    return nil
  }

  /// An answer in quotes that were not said loses them: what is left is the translation.
  static func unquoted(_ answer: String, like said: String) -> String {
    let pairs: [(Character, Character)] = [
      ("\"", "\""), ("“", "”"), ("«", "»"), ("„", "“"), ("「", "」"), ("'", "'"),
    ]
    guard answer.count > 2, let first = answer.first, let last = answer.last,
      pairs.contains(where: { $0.0 == first && $0.1 == last }), !pairs.contains(where: { said.first == $0.0 })
    else { return answer }
    let inner = answer.dropFirst().dropLast()
    return inner.contains(first) || inner.contains(last) ? answer : String(inner)
  }

  // MARK: content

  /// A translation is about as long as what it translates. A Chinese or Japanese character says as much as two and
  /// a half letters, a Korean syllable as two.
  private static func wrongLength(_ answer: String, _ passage: Passage) -> String? {
    let (said, got) = (weight(passage.text), weight(answer))
    guard max(said, got) >= 16 else { return nil }
    if got > said * 1.9 + 8 { return "it is much longer than what was said" }
    if got * 2.4 + 4 < said { return "it is much shorter than what was said" }
    return nil
  }

  private static func weight(_ text: String) -> Double {
    text.unicodeScalars.reduce(0) { sum, scalar in
      guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { return sum }
      switch Script.of(scalar) {
      case .han, .kana: return sum + 2.5
      case .hangul: return sum + 2
      case .hebrew, .arabic: return sum + 1.25
      default: return sum + 1
      }
    }
  }

  private static let questionMarks: [Character] = ["?", "？", "؟", ";", "՞"]

  /// A question that became none was answered, not translated.
  private static func lostQuestion(_ answer: String, _ passage: Passage) -> String? {
    // Languages that ask without a mark.
    guard !["th", "lo", "my", "km", "bo", "am", "ja", "zh", "yue"].contains(passage.target.language) else {
      return nil
    }
    guard passage.text.trimmed.last.map({ questionMarks.contains($0) }) ?? false else { return nil }
    return answer.contains(where: questionMarks.contains)
      ? nil : "the question was answered instead of translated"
  }

  /// Numbers of two and more digits are said in every language.
  private static func lostNumber(_ answer: String, _ passage: Passage) -> String? {
    func numbers(_ text: String) -> Set<String> {
      Set(
        text.split { !$0.isWholeNumber && $0 != "." && $0 != "," }
          .map { $0.compactMap(\.wholeNumberValue).map(String.init).joined() }.filter { $0.count > 1 })
    }
    let lost = numbers(passage.text).subtracting(numbers(answer))
    // A time or a date may be spelt otherwise; what has no number left at all has lost it.
    guard let number = lost.min(), numbers(answer).isEmpty else { return nil }
    return "the number \(number) is missing"
  }

  static func missingTerm(_ answer: String, _ passage: Passage) -> String? {
    Glossary.missing(passage.terms, in: answer, of: passage.text).first
      .map { "the glossary's '\(Sanitizer.line($0.target, limit: 40))' is missing" }
  }

  private static func folded(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
