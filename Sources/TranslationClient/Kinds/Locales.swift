import VoiceTranslatorCore

/// Language codes as services with one code per country want them: `en-US`, `es-ES`, `cmn-Hans-CN`.
enum Locales {
  /// Tags of the catalogue that services with locales have, and the locale that stands for each.
  static let table: [LanguageTag: String] = {
    let pairs = """
      af=af-ZA am=am-ET ar=ar-EG az=az-AZ bg=bg-BG bn=bn-IN bs=bs-BA ca=ca-ES cs=cs-CZ cy=cy-GB da=da-DK de=de-DE
      de-CH=de-CH el=el-GR en=en-US en-US=en-US en-GB=en-GB es=es-ES es-419=es-MX et=et-EE eu=eu-ES fa=fa-IR fi=fi-FI
      tl=fil-PH fr=fr-FR fr-CA=fr-CA gl=gl-ES gu=gu-IN he=he-IL hi=hi-IN hr=hr-HR hu=hu-HU hy=hy-AM id=id-ID is=is-IS
      it=it-IT ja=ja-JP jv=jv-ID ka=ka-GE kk=kk-KZ km=km-KH kn=kn-IN ko=ko-KR lo=lo-LA lt=lt-LT lv=lv-LV mk=mk-MK
      ml=ml-IN mn=mn-MN mr=mr-IN ms=ms-MY mt=mt-MT my=my-MM no=nb-NO ne=ne-NP nl=nl-NL nl-BE=nl-BE pl=pl-PL ps=ps-AF
      pt=pt-BR pt-BR=pt-BR pt-PT=pt-PT ro=ro-RO ru=ru-RU si=si-LK sk=sk-SK sl=sl-SI so=so-SO sq=sq-AL sr=sr-RS
      su=su-ID sv=sv-SE sw=sw-KE ta=ta-IN te=te-IN th=th-TH tr=tr-TR uk=uk-UA ur=ur-PK uz=uz-UZ vi=vi-VN zh=zh-CN
      zh-Hans=zh-CN zh-Hant=zh-TW yue=zh-HK
      """
    return pairs.split(whereSeparator: \.isWhitespace).reduce(into: [:]) { table, pair in
      let parts = pair.split(separator: "=").map(String.init)
      if let tag = LanguageTag(parts[0]) { table[tag] = parts[1] }
    }
  }()

  /// The locale for a tag; a tag that names a country itself keeps it. Nil for a language that isn't in the table.
  static func locale(_ tag: LanguageTag) -> String? {
    guard let language = Language(tag: tag)?.tag, let locale = table[language] ?? table[tag] else {
      return nil
    }
    let subtags = tag.description.split(separator: "-")
    if let region = subtags.dropFirst().first(where: { $0.count == 2 }), subtags[0] != "zh" {
      return "\(locale.split(separator: "-")[0])-\(region)"
    }
    return locale
  }
}

extension Set<LanguageTag> {
  /// The tags in a list of words; what is no tag is left out.
  init(tags words: String) {
    self = Set(words.split(whereSeparator: \.isWhitespace).compactMap { LanguageTag(String($0)) })
  }
}

extension [LanguageTag: [LanguageTag: TranslationRoute]] {
  /// Every source with every other target.
  init(_ sources: Set<LanguageTag>, times targets: Set<LanguageTag>) {
    self = sources.reduce(into: [:]) { pairs, source in
      pairs[source] = targets.reduce(into: [:]) { routes, target in
        if source != target { routes[target] = TranslationRoute() }
      }
    }
  }
}
