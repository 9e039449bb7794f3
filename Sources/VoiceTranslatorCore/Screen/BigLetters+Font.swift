extension BigLetters {
  /// The shape of each letter: rows from the top of a capital down, each a digit of base 32 whose five bits are the
  /// pixels from the left. An eighth row is below the line.
  static let letters: [Character: String] = [
    "A": "ehhvhhh", "B": "uhhuhhu", "C": "ehggghe", "D": "uhhhhhu", "E": "vgguggv", "F": "vgguggg",
    "G": "ehgnhhf", "H": "hhhvhhh", "I": "e44444e", "J": "72222ic", "K": "hikokih", "L": "ggggggv",
    "M": "hrllhhh", "N": "hhpljhh", "O": "ehhhhhe", "P": "uhhuggg", "Q": "ehhhlid", "R": "uhhukih",
    "S": "fgge11u", "T": "v444444", "U": "hhhhhhe", "V": "hhhhha4", "W": "hhhllla", "X": "hha4ahh",
    "Y": "hhha444", "Z": "v1248gv",
    "a": "00e1fhf", "b": "gguhhhu", "c": "00egghe", "d": "11fhhhf", "e": "00ehvge", "f": "698s888",
    "g": "00fhhf1e", "h": "ggmphhh", "i": "40c444e", "ı": "00c444e", "j": "206222ic", "k": "ggikoki",
    "l": "c44444e", "m": "00qllhh", "n": "00mphhh", "o": "00ehhhe", "p": "00uhhugg", "q": "00fhhf11",
    "r": "00mpggg", "s": "00fge1u", "t": "88s8896", "u": "00hhhjd", "v": "00hhha4", "w": "00hhlla",
    "x": "00ha4ah", "y": "00hhhf1e", "z": "00v248v", "ß": "ciikihm",
    "0": "ehjlphe", "1": "4c4444e", "2": "eh1248v", "3": "v2421he", "4": "26aiv22", "5": "vgu11he",
    "6": "68guhhe", "7": "v124888", "8": "ehhehhe", "9": "ehhf12c",
    ".": "00000cc", ",": "00000c48", "!": "4444404", "?": "eh12404", "¿": "4048ghe", "¡": "4044444",
    ":": "0cc0cc0", ";": "0cc0c48", "'": "4480000", "’": "4480000", "\"": "aaa0000", "-": "000v000",
    "–": "000v000", "(": "2488842", ")": "8422248", "/": "01248g0", "+": "044v440", "=": "00v0v00",
    "%": "op248j3", "&": "cik8lid", "€": "69s8s96", "$": "4fke5u4",
  ]

  /// Accented letters: the letter below and the accent's two rows, or its one row below the line.
  static let accents: [Character: (Character, String)] = {
    let marks: [(rows: String, letters: String, bases: String)] = [
      ("24", "áéíóúýćńśźÁÉÍÓÚÝ", "aeıouycnszAEIOUY"), ("84", "àèìòùÀÈÌÒÙ", "aeıouAEIOU"),
      ("4a", "âêîôûÂÊÎÔÛ", "aeıouAEIOU"), ("dm", "ãñõÃÑÕ", "anoANO"),
      ("a0", "äëïöüÿÄËÏÖÜ", "aeıouyAEIOU"), ("a4", "čěřšžČŘŠŽ", "cerszCRSZ"), ("aa", "åÅ", "aA"),
      ("4", "çÇ", "cC"),
    ]
    return marks.reduce(into: [:]) { table, mark in
      for (letter, base) in zip(mark.letters, mark.bases) { table[letter] = (base, mark.rows) }
    }
  }()
}
