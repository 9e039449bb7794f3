import VoiceTranslatorCore

/// ISO 639-3 codes, which some services use, and the tags they stand for.
enum ISO639 {
  private static let pairs: [(code: String, tag: String)] =
    """
    afr=af sqi=sq amh=am ara=ar hye=hy asm=as ast=ast aze=az bak=ba eus=eu bel=be ben=bn bos=bs bre=br bul=bg mya=my
    yue=yue cat=ca zho=zh cmn=zh hrv=hr ces=cs dan=da nld=nl eng=en epo=eo est=et fao=fo fin=fi fra=fr glg=gl kat=ka
    deu=de ell=el guj=gu hat=ht hau=ha haw=haw heb=he hin=hi hun=hu isl=is ind=id ita=it jpn=ja jav=jv kan=kn kaz=kk
    khm=km kor=ko lao=lo lat=la lav=lv lin=ln lit=lt ltz=lb mkd=mk mlg=mg msa=ms mal=ml mlt=mt mri=mi mar=mr mon=mn
    nep=ne nob=no nor=no nno=nn oci=oc pus=ps fas=fa pol=pl por=pt pan=pa ron=ro rus=ru san=sa srp=sr sna=sn snd=sd
    sin=si slk=sk slv=sl som=so spa=es sun=su swa=sw swe=sv tgl=tl fil=tl tgk=tg tam=ta tat=tt tel=te tha=th bod=bo
    tur=tr tuk=tk ukr=uk urd=ur uzb=uz vie=vi cym=cy yid=yi yor=yo
    """.split(whereSeparator: \.isWhitespace).map { pair in
      let parts = pair.split(separator: "=").map(String.init)
      return (parts[0], parts[1])
    }
  private static let byCode = Dictionary(pairs.map { ($0.code, $0.tag) }) { first, _ in first }
  private static let byTag = Dictionary(pairs.map { ($0.tag, $0.code) }) { first, _ in first }

  /// The tag of a three-letter code, or of one that is a tag already.
  static func tag(_ code: String) -> LanguageTag? { LanguageTag(byCode[code] ?? code) }

  /// The three-letter code of a language; the language's own code where there is none in the table.
  static func code(_ tag: LanguageTag) -> String {
    let language = Language(tag: tag)?.tag.language ?? tag.language
    return byTag[language] ?? language
  }
}
