/// Tells the language of a text by its commonest small words.
///
/// Rough on purpose: it only has to notice that a whole sentence is in another language than was asked for.
enum FunctionWords {
  /// Words that are frequent in one language and, together, not in another.
  private static let table: [String: Set<String>] = [
    "en":
      "the of and to is you that it for are with this have be not what i my your we they can will do how there",
    "es":
      "el la los las de que y en un una es por con para no se lo como más está este yo mi tu qué dónde hay muy",
    "fr":
      "le la les de des et en un une est que pour dans ce il je vous nous ne pas avec sur au où mon votre très",
    "de":
      "der die das und ist ich nicht ein eine zu den mit für sie auf dem es von wir was wo wie mein ihr sehr",
    "it":
      "il la di che è e un una per non in con si sono della questo mi io lei dove come più anche gli molto",
    "pt":
      "o a os as de que e é em um uma não para com por do da se mais está eu você meu onde como muito também",
    "nl": "de het een en van ik je niet is dat op te zijn met voor we wat waar hoe mijn u deze er heel",
    "pl": "i w nie na się jest to że z do jak co ale mnie pan pani gdzie czy bardzo dla po od jestem mam",
    "sv": "och det att i en jag som på är av för inte med har du vi var hur mycket den min vad ett",
    "no": "og det i jeg er på en at for som med har ikke du vi hvor hvordan meget til av den min hva et",
    "da": "og det i jeg er på en at for som med har ikke du vi hvor hvordan meget til af den min hvad et",
    "fi": "ja on ei se että hän mutta oli olen minä sinä missä mikä kuinka hyvin tämä ovat kanssa niin kun",
    "tr": "ve bir bu için da de ne var çok ben sen nerede nasıl mi mı değil ile olan gibi daha lütfen",
    "ro": "și în de la un o nu este cu pe să că mai eu unde cum foarte care sunt din pentru are",
    "cs": "a v je se na to že ne s do jak kde já co pro ale jsem velmi jsou tak ten od",
    "hu": "a az és nem hogy egy is van ez de meg én hol mi nagyon kérem vagyok volt csak már",
    "ca": "el la els les de que i en un una és per amb no es més està jo on com molt què hi aquest",
    "id": "yang dan di ini itu dengan untuk tidak saya anda dari ke ada akan apa mana bagaimana sangat",
    "vi": "là và của có không tôi bạn một được cho này với đâu như thế rất ở các những",
    "eo": "la kaj de en estas mi vi ne al por ke kun kie kiel tre tio ĉi unu",
  ].mapValues { Set($0.split(separator: " ").map(String.init)) }

  /// How many of a text's words are small words of each language.
  static func counts(in text: String) -> [String: Int] {
    let words = text.lowercased().split { !$0.isLetter }.map(String.init)
    return table.mapValues { small in words.count { small.contains($0) } }
  }

  /// The language a text is certainly in instead of `wanted`; nil when it may be `wanted`, or nothing is certain.
  static func otherLanguage(of text: String, than wanted: String) -> String? {
    let counts = counts(in: text)
    guard let own = counts[wanted], let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })
    else { return nil }
    // Close relatives share many of them.
    return best.value >= 3 && best.value >= 3 * max(own, 1) ? best.key : nil
  }
}
