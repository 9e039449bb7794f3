import VoiceTranslatorCore

/// Rewrites Serbian from one of its two alphabets into the other, where the wrong one came.
enum ScriptConversion {
  /// The text in the script of `target`, when both scripts of its language say the same letter by letter.
  static func fitted(_ text: String, to target: LanguageTag) -> String {
    guard ["sr", "bs", "cnr"].contains(target.language) else { return text }
    let wanted = Script.of(target).first
    let letters = Script.letters(in: text)
    let (latin, cyrillic) = (letters[.latin] ?? 0, letters[.cyrillic] ?? 0)
    if wanted == .latin, cyrillic > latin { return latinised(text) }
    if wanted == .cyrillic, target.description != "bs", latin > cyrillic { return cyrillised(text) }
    return text
  }

  /// Vuk Karadžić's and Ljudevit Gaj's alphabets, which correspond letter by letter.
  private static let pairs: [(Character, String)] = [
    ("а", "a"), ("б", "b"), ("в", "v"), ("г", "g"), ("д", "d"), ("ђ", "đ"), ("е", "e"), ("ж", "ž"),
    ("з", "z"),
    ("и", "i"), ("ј", "j"), ("к", "k"), ("л", "l"), ("љ", "lj"), ("м", "m"), ("н", "n"), ("њ", "nj"),
    ("о", "o"),
    ("п", "p"), ("р", "r"), ("с", "s"), ("т", "t"), ("ћ", "ć"), ("у", "u"), ("ф", "f"), ("х", "h"),
    ("ц", "c"),
    ("ч", "č"), ("џ", "dž"), ("ш", "š"),
  ]
  private static let toLatin = Dictionary(uniqueKeysWithValues: pairs)
  private static let toCyrillic = Dictionary(uniqueKeysWithValues: pairs.map { ($0.1, $0.0) })

  private static func latinised(_ text: String) -> String {
    let letters = Array(text)
    return letters.indices.reduce(into: "") { result, index in
      let letter = letters[index]
      guard let latin = toLatin[Character(letter.lowercased())] else {
        result.append(letter)
        return
      }
      guard letter.isUppercase else {
        result += latin
        return
      }
      // Њ is Nj in "Његош" and NJ in "ЊЕГОШ".
      let isShouting = index + 1 < letters.count && letters[index + 1].isUppercase
      result += isShouting ? latin.uppercased() : latin.prefix(1).uppercased() + latin.dropFirst()
    }
  }

  private static func cyrillised(_ text: String) -> String {
    let letters = Array(text)
    var result = ""
    var index = 0
    while index < letters.count {
      for length in [2, 1] where index + length <= letters.count {
        let piece = String(letters[index..<index + length])
        guard let letter = toCyrillic[piece.lowercased()] else {
          if length == 1 {
            result += piece
            index += 1
          }
          continue
        }
        result += letters[index].isUppercase ? letter.uppercased() : String(letter)
        index += length
        break
      }
    }
    return result
  }
}

/// Tells simplified from traditional Chinese by common characters that only one of them has.
enum ChineseVariant {
  private static let simplified = Set(
    "们这国来时说对会过发后里还没经开关问间门马车东书买卖见长钱铁听话语请谢谁认识让给现觉样点电机场师医药爱头实应该热边远进运动学习写汉岁从两个为务业产亲义乐习云亚价众优传体余".unicodeScalars
  ).subtracting("里体余".unicodeScalars)
  private static let traditional = Set(
    "們這國來時說對會過發後裡還沒經開關問間門馬車東書買賣見長錢鐵聽話語請謝誰認識讓給現覺樣點電機場師醫藥愛頭實應該熱邊遠進運動學習寫漢歲從兩個為務業產親義樂習雲亞價眾優傳體餘".unicodeScalars
  )

  /// Why a Chinese text is in the other form than was asked for; nil when it isn't, or nothing was asked for.
  static func doubt(_ text: String, target: LanguageTag) -> String? {
    let tag = Language(tag: target)?.tag.description ?? target.description
    let common = simplified.intersection(traditional)
    func count(_ set: Set<Unicode.Scalar>) -> Int {
      text.unicodeScalars.count { set.contains($0) && !common.contains($0) }
    }
    switch tag {
    case "zh-Hans": return count(traditional) > count(simplified) ? "it is in traditional characters" : nil
    case "zh-Hant", "yue":
      return count(simplified) > count(traditional) ? "it is in simplified characters" : nil
    default: return nil
    }
  }
}
